package io.ringtail.processors.analysis.shift;

import java.util.Arrays;

/**
 * Whether a series drifted away from where it began: a trigger that costs nothing, not a test.
 *
 * <p>Page (1954), Continuous inspection schemes, Biometrika 41, 100-115, two-sided, in the tabular form of Montgomery,
 * Introduction to Statistical Quality Control, section 9.1: reference value half a standard deviation, decision interval
 * five. Centre and scale are median and normalised median absolute deviation of the series' first half, so that single
 * outliers neither trigger nor hide a shift. It assumes independent values and is wrong about how often it triggers where
 * they are not: what it finds has to be confirmed.
 */
final class Cusum {
    private static final double REFERENCE = 0.5;
    private static final double DECISION = 5;
    static final double MAD_OF_NORMAL = 0.6744897501960817;
    private static final double MOST = 4;

    private Cusum() {}

    /** Whether it triggers anywhere. */
    static boolean triggers(double[] values) {
        double[] first = Arrays.copyOf(values, (values.length + 1) / 2);
        double centre = median(first);
        double scale = deviation(first, centre);
        double up = 0;
        double down = 0;
        for (double value : values) {
            double z = standardised(value - centre, scale);
            up = Math.max(0, up + z - REFERENCE);
            down = Math.max(0, down - z - REFERENCE);
            if (up > DECISION || down > DECISION) {
                return true;
            }
        }
        return false;
    }

    private static double standardised(double off, double scale) {
        if (off == 0) {
            return 0;
        }
        return scale == 0 ? Math.copySign(MOST, off) : Math.clamp(off / scale, -MOST, MOST);
    }

    private static double deviation(double[] values, double centre) {
        return median(Arrays.stream(values)
                        .map(value -> Math.abs(value - centre))
                        .toArray())
                / MAD_OF_NORMAL;
    }

    /** The median; the mean of the middle two of an even number. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
