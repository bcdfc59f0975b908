package io.ringtail.processors.analysis.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Two-sided levels for a test that is looked at several times while data arrive, such that the chance of a false
 * rejection at any look is the overall level.
 *
 * <p>Spending function of O'Brien-Fleming type: K. K. G. Lan, D. L. DeMets, "Discrete sequential boundaries for clinical
 * trials", Biometrika 70 (1983), alpha_1*, for each side its half of the level. Boundaries by the recursive integration of P. Armitage, C. K. McPherson, B. C.
 * Rowe, Journal of the Royal Statistical Society A 132 (1969). Assumes that the statistic at the looks behaves as a
 * Brownian motion at the looks' shares of the information. Immutable.
 */
public final class AlphaSpending {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final int POINTS = 801;
    private static final int HALVINGS = 80;
    private static final double FARTHEST = 38;
    private static final double REACH = 8;

    private final double[] shares;
    private final double[] boundaries;

    private AlphaSpending(double[] shares, double[] boundaries) {
        this.shares = shares;
        this.boundaries = boundaries;
    }

    /**
     * Boundaries of O'Brien-Fleming type.
     *
     * @param alpha overall two-sided level
     * @param shares of the information at each look, rising, above 0, at most 1
     */
    public static AlphaSpending oBrienFleming(double alpha, double... shares) {
        double[] boundaries = new double[shares.length];
        Walk walk = null;
        double spent = 0;
        for (int look = 0; look < shares.length; look++) {
            double toSpend = spent(alpha, shares[look]) - spent;
            boundaries[look] =
                    look == 0 ? NORMAL.inverseSurvivalProbability(toSpend / 2) : walk.boundary(shares[look], toSpend);
            walk = Walk.after(walk, shares[look], boundaries[look]);
            spent += toSpend;
        }
        return new AlphaSpending(shares.clone(), boundaries);
    }

    /** What may have been spent when this share of the information is in: half of it on each side. */
    public static double spent(double alpha, double share) {
        double side = alpha / 2;
        return 2 * 2 * NORMAL.survivalProbability(NORMAL.inverseSurvivalProbability(side / 2) / Math.sqrt(share));
    }

    /** How many standard errors the statistic must be from 0 at this look, first is 0. */
    public double boundary(int look) {
        return boundaries[look];
    }

    /** The two-sided level of one look: reject at p at or below it. */
    public double level(int look) {
        return 2 * NORMAL.survivalProbability(boundaries[look]);
    }

    /** Number of looks. */
    public int looks() {
        return boundaries.length;
    }

    @Override
    public String toString() {
        return "looks at " + Arrays.toString(shares) + ", boundaries " + Arrays.toString(boundaries);
    }

    /** Density of the walk at a look among those that have not crossed before, on even points. */
    @SuppressWarnings("ArrayRecordComponent") // Two columns of numbers; never compared, printed or kept.
    private record Walk(double share, double[] points, double[] weights) {
        /** After a look with its boundary; {@code before} is null at the first. */
        static Walk after(Walk before, double share, double boundary) {
            double edge = Math.min(boundary, REACH) * Math.sqrt(share);
            double[] points = new double[POINTS];
            double[] weights = new double[POINTS];
            double step = 2 * edge / (POINTS - 1);
            for (int i = 0; i < POINTS; i++) {
                points[i] = -edge + i * step;
                double density = before == null
                        ? NORMAL.density(points[i] / Math.sqrt(share)) / Math.sqrt(share)
                        : before.density(share, points[i]);
                weights[i] = density * step * simpson(i);
            }
            return new Walk(share, points, weights);
        }

        private static double simpson(int i) {
            boolean end = i == 0 || i == POINTS - 1;
            return (end ? 1 : i % 2 == 1 ? 4 : 2) / 3.0;
        }

        private double density(double nextShare, double point) {
            double deviation = Math.sqrt(nextShare - share);
            double sum = 0;
            for (int i = 0; i < POINTS; i++) {
                sum += weights[i] * NORMAL.density((point - points[i]) / deviation);
            }
            return sum / deviation;
        }

        /** The boundary at the next look beyond which, on both sides, this much lies. */
        double boundary(double nextShare, double toSpend) {
            double low = 0;
            double high = FARTHEST;
            for (int i = 0; i < HALVINGS; i++) {
                double middle = (low + high) / 2;
                if (2 * beyond(nextShare, middle * Math.sqrt(nextShare)) > toSpend) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return (low + high) / 2;
        }

        private double beyond(double nextShare, double edge) {
            double deviation = Math.sqrt(nextShare - share);
            double sum = 0;
            for (int i = 0; i < POINTS; i++) {
                sum += weights[i] * NORMAL.survivalProbability((edge - points[i]) / deviation);
            }
            return sum;
        }
    }
}
