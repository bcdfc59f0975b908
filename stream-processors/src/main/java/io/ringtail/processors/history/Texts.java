package io.ringtail.processors.history;

import java.util.Collections;
import java.util.List;
import java.util.StringTokenizer;

/** Texts as the history keeps them: an empty one is absent. */
final class Texts {
    private Texts() {}

    /** The text, or null where it is empty. */
    static String orNull(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** All texts separated by blanks, or null where there are none. */
    static String joined(List<String> texts) {
        return orNull(String.join(" ", texts));
    }

    /** What {@link #joined} joined. */
    static List<String> words(String joined) {
        return joined == null
                ? List.of()
                : Collections.list(new StringTokenizer(joined)).stream()
                        .map(String.class::cast)
                        .toList();
    }
}
