package io.ringtail.processors.analysis.effect;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One metric before and after, with interval and p-value; NaN is what is not known.
 *
 * @param before before the change
 * @param after after it
 * @param low lower end of the 95 % interval of the difference
 * @param high its upper end
 * @param logRatio logarithm of after over before
 * @param logRatioError its standard error
 * @param p two-sided p-value of no difference
 * @param absence why something is not known; null where all is
 */
record Estimate(
        double before,
        double after,
        double low,
        double high,
        double logRatio,
        double logRatioError,
        double p,
        String absence) {
    /** Half of what lies outside a 95 % interval. */
    static final double OUTSIDE = 0.025;

    private static final double MOST_DEGREES = 1e6;

    /** Nothing is known, for this reason. */
    static Estimate absent(String reason) {
        double unknown = Double.NaN;
        return new Estimate(unknown, unknown, unknown, unknown, unknown, unknown, unknown, reason);
    }

    /** The same values without a verdict, for this reason. */
    Estimate withoutVerdict(String reason) {
        return new Estimate(before, after, low, high, logRatio, logRatioError, Double.NaN, reason);
    }

    /** After minus before. */
    double difference() {
        return after - before;
    }

    /** Whether it has a p-value. */
    boolean isTested() {
        return !Double.isNaN(p);
    }

    /**
     * Degrees of freedom of a difference of two means with their own variances (B. L. Welch, Biometrika 34, 1947).
     *
     * @param one standard error of one
     * @param oneDegrees its degrees of freedom
     */
    static double welch(double one, double oneDegrees, double other, double otherDegrees) {
        double a = one * one;
        double b = other * other;
        double degrees = (a + b) * (a + b) / (a * a / oneDegrees + b * b / otherDegrees);
        return Double.isNaN(degrees) ? oneDegrees + otherDegrees : Math.clamp(degrees, 1, MOST_DEGREES);
    }

    /** Two-sided p-value; certain where there is no error at all. */
    static double p(double difference, double error, double degrees) {
        if (Double.isNaN(difference) || Double.isNaN(error)) {
            return Double.NaN;
        }
        if (error == 0) {
            return difference == 0 ? 1 : 0;
        }
        return Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(Math.abs(difference) / error));
    }

    /** How many standard errors a 95 % interval reaches to each side. */
    static double reach(double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability(OUTSIDE);
    }
}
