package io.ringtail.standalone.config;

import java.util.Collection;
import java.util.Comparator;

/** The known name nearest to a wrong one, by edit distance (Wagner and Fischer, 1974). */
public final class Nearest {
    private Nearest() {}

    /** The nearest of the known names. */
    public static String of(String wrong, Collection<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(name -> distance(wrong, name))
                        .thenComparing(name -> name))
                .orElse("(none)");
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
