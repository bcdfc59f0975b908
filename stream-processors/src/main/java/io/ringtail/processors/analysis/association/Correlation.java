package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.stats.Autocovariance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Correlation of two series and how likely it is without any, given that both have memory.
 *
 * <p>Pearson's coefficient of what is given; of ranks it is Spearman's. The number of independent pairs is that of Pyper
 * and Peterman (1998), Comparison of methods to account for autocorrelation in correlation analyses of fish data, Canadian
 * J. of Fisheries and Aquatic Sciences 55, 2127-2140, equation 1, autocorrelations with divisor n up to a fifth of the
 * length; the probability that of Student's t with two degrees less. Assumes stationary series. Pure.
 */
final class Correlation {
    private static final int LAGS_SHARE = 5;
    private static final double FEWEST = 4;

    private Correlation() {}

    /** Pearson's coefficient; NaN where one of them is constant. */
    static double of(double[] x, double[] y) {
        double n = x.length;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double syy = 0;
        double sxy = 0;
        for (int i = 0; i < x.length; i++) {
            sx += x[i];
            sy += y[i];
            sxx += x[i] * x[i];
            syy += y[i] * y[i];
            sxy += x[i] * y[i];
        }
        return of(n, sx, sy, sxx, syy, sxy);
    }

    private static double of(double n, double sx, double sy, double sxx, double syy, double sxy) {
        double variances = (sxx - sx * sx / n) * (syy - sy * sy / n);
        return variances <= 0 ? Double.NaN : Math.clamp((sxy - sx * sy / n) / Math.sqrt(variances), -1, 1);
    }

    /** Of some of the pairs, by their places. */
    static double of(double[] x, double[] y, int[] places) {
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double syy = 0;
        double sxy = 0;
        for (int i : places) {
            sx += x[i];
            sy += y[i];
            sxx += x[i] * x[i];
            syy += y[i] * y[i];
            sxy += x[i] * y[i];
        }
        return of(places.length, sx, sy, sxx, syy, sxy);
    }

    /** The first order partial coefficient of x and y given z. */
    static double partial(double xy, double xz, double yz) {
        double rest = (1 - xz * xz) * (1 - yz * yz);
        return rest <= 0 ? Double.NaN : Math.clamp((xy - xz * yz) / Math.sqrt(rest), -1, 1);
    }

    /** How many independent pairs there are in effect; never more than pairs. */
    static double independentPairs(double[] x, double[] y) {
        int n = x.length;
        int most = Math.max(1, n / LAGS_SHARE);
        double[] cx = Autocovariance.of(x, most);
        double[] cy = Autocovariance.of(y, most);
        double inverse = 1.0 / n;
        for (int lag = 1; lag <= most; lag++) {
            inverse += 2.0 / n * (n - lag) / n * (cx[lag] / cx[0]) * (cy[lag] / cy[0]);
        }
        return inverse <= 0 ? n : Math.clamp(1 / inverse, FEWEST, n);
    }

    /** Two-sided probability of a coefficient as far from 0 without any correlation, with so many independent pairs. */
    static double p(double r, double pairs) {
        double freedom = Math.max(1, pairs - 2);
        double t = Math.abs(r) * Math.sqrt(freedom / Math.max(1e-300, 1 - r * r));
        return 2 * TDistribution.of(freedom).survivalProbability(t);
    }
}
