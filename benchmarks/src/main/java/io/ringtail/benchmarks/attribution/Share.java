package io.ringtail.benchmarks.attribution;

import java.util.Locale;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * So many of so many, with the exact 95 % interval of Clopper and Pearson (1934, Biometrika 26, 404-413), which is never
 * too narrow.
 */
record Share(int hits, int runs) {
    private static final double TAIL = 0.025;

    double value() {
        return (double) hits / runs;
    }

    double low() {
        return hits == 0 ? 0 : BetaDistribution.of(hits, runs - hits + 1.0).inverseCumulativeProbability(TAIL);
    }

    double high() {
        return hits == runs ? 1 : BetaDistribution.of(hits + 1.0, runs - hits).inverseCumulativeProbability(1 - TAIL);
    }

    @Override
    public String toString() {
        return runs == 0
                ? "-"
                : String.format(Locale.ROOT, "%.1f %% [%.1f, %.1f]", 100 * value(), 100 * low(), 100 * high());
    }
}
