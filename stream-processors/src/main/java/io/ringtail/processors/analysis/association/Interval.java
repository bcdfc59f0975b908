package io.ringtail.processors.analysis.association;

import java.util.Arrays;

/**
 * A 95 % interval.
 *
 * @param lower lower bound
 * @param upper upper bound
 */
public record Interval(double lower, double upper) {
    private static final double TAIL = 0.025;

    /** The percentile interval of replicates; those that are not finite are left out. */
    static Interval of(double[] replicates) {
        double[] sorted =
                Arrays.stream(replicates).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            return new Interval(Double.NaN, Double.NaN);
        }
        int cut = (int) (TAIL * sorted.length);
        return new Interval(sorted[cut], sorted[sorted.length - 1 - cut]);
    }
}
