package io.ringtail.processors.analysis.association;

import java.util.Arrays;
import java.util.Locale;

/**
 * When a gauge counts as high and when as low, within one epoch: set and not set for a flag; where most values are equal,
 * above that value and not above it (zero and nonzero, as a rule); top and bottom third otherwise. Constant where it does
 * not vary.
 *
 * @param kind how it was decided
 * @param lowest values from here on are high where {@code inclusive}, otherwise those above it
 * @param highestLow values up to here are low
 * @param inclusive whether {@code lowest} itself is high
 */
record HighLow(Kind kind, double lowest, double highestLow, boolean inclusive) {
    /** How it was decided. */
    enum Kind {
        CONSTANT,
        FLAG,
        TIED,
        THIRDS
    }

    private static final double MOST = 0.5;

    /** Of the values of an epoch, those that are not NaN. */
    static HighLow of(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int n = sorted.length;
        if (n == 0 || sorted[0] == sorted[n - 1]) {
            return new HighLow(Kind.CONSTANT, Double.NaN, Double.NaN, false);
        }
        if (Arrays.stream(sorted).allMatch(value -> value == 0 || value == 1)) {
            return new HighLow(Kind.FLAG, 1, 0, true);
        }
        double usual = mostFrequent(sorted);
        if (share(sorted, usual) > MOST) {
            return usual == sorted[n - 1] ? below(sorted, usual) : new HighLow(Kind.TIED, usual, usual, false);
        }
        return thirds(sorted);
    }

    private static HighLow below(double[] sorted, double usual) {
        double next = Arrays.stream(sorted).filter(value -> value < usual).max().orElseThrow();
        return new HighLow(Kind.TIED, usual, next, true);
    }

    private static HighLow thirds(double[] sorted) {
        int third = Math.max(1, sorted.length / 3);
        double low = sorted[third - 1];
        double high = sorted[sorted.length - third];
        return low < high
                ? new HighLow(Kind.THIRDS, high, low, true)
                : new HighLow(Kind.THIRDS, high, Math.nextDown(low), false);
    }

    private static double mostFrequent(double[] sorted) {
        double best = sorted[0];
        int most = 0;
        int run = 0;
        for (int i = 0; i < sorted.length; i++) {
            run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
            if (run > most) {
                most = run;
                best = sorted[i];
            }
        }
        return best;
    }

    private static double share(double[] sorted, double value) {
        return (double) Arrays.stream(sorted).filter(each -> each == value).count() / sorted.length;
    }

    boolean constant() {
        return kind == Kind.CONSTANT;
    }

    boolean high(double value) {
        return inclusive ? value >= lowest : value > lowest;
    }

    boolean low(double value) {
        return value <= highestLow;
    }

    /** When it is high, in words. */
    String words() {
        return switch (kind) {
            case CONSTANT -> "constant";
            case FLAG -> "set";
            case TIED -> tied();
            case THIRDS -> (inclusive ? "at or above " : "above ") + text(lowest) + " (top third)";
        };
    }

    private String tied() {
        if (!inclusive && lowest == 0) {
            return "above 0";
        }
        return inclusive ? "at its usual " + text(lowest) : "above its usual " + text(lowest);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
