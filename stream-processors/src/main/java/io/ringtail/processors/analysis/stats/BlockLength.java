package io.ringtail.processors.analysis.stats;

/**
 * Automatic block length for a block bootstrap of a mean, from the series' own autocorrelation.
 *
 * <p>Source: D. N. Politis, H. White, "Automatic block-length selection for the dependent bootstrap", Econometric
 * Reviews 23 (2004), section 3.2, with the variance constant of the circular scheme as corrected by A. Patton, D. N.
 * Politis, H. White, Econometric Reviews 28 (2009); the moving-block scheme has the same constant (section 3.1).
 * Assumes a stationary, weakly dependent series. Stateless.
 */
public final class BlockLength {
    private static final double CRITICAL = 2;
    private static final int LEAST_RUN = 5;
    private static final double BIAS = 2;
    private static final double VARIANCE = 4.0 / 3;
    private static final double MOST_ROOTS = 3;
    private static final double MOST_SHARE = 3;
    private static final double HALF = 0.5;
    private static final double CUBE_ROOT = 1.0 / 3;

    private BlockLength() {}

    /** The block length, rounded up, at least 1. Unit: elements of the series. */
    public static int of(double[] series) {
        return (int) Math.max(1, Math.ceil(optimal(series) - 1e-9));
    }

    /** The block length that minimises the mean squared error of the variance of the mean; at least 1, not rounded. */
    public static double optimal(double[] series) {
        int n = series.length;
        int most = most(n);
        if (most <= 1) {
            return 1;
        }
        int run = run(n);
        int mostLag = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + run);
        double[] covariance = Autocovariance.of(series, mostLag);
        if (covariance[0] <= 0) {
            return 1;
        }
        int bandwidth = Math.min(mostLag, 2 * lastSignificantLag(covariance, n, run));
        double bias = 0;
        double spectrum = covariance[0];
        for (int lag = 1; lag <= bandwidth; lag++) {
            double weighted = 2 * flatTop((double) lag / bandwidth) * covariance[lag];
            bias += lag * weighted;
            spectrum += weighted;
        }
        if (spectrum == 0) {
            return most;
        }
        double length = Math.pow(BIAS * bias * bias / (VARIANCE * spectrum * spectrum) * n, CUBE_ROOT);
        return Math.clamp(length, 1, most);
    }

    /** The longest that is ever chosen: min(3 sqrt n, n / 3), rounded up. */
    static int most(int n) {
        return (int) Math.ceil(Math.min(MOST_ROOTS * Math.sqrt(n), n / MOST_SHARE));
    }

    private static int run(int n) {
        return Math.max(LEAST_RUN, (int) Math.ceil(Math.sqrt(Math.log10(n))));
    }

    /** The first lag from which on a whole run is insignificant; where there is none, the last significant one. */
    private static int lastSignificantLag(double[] covariance, int n, int run) {
        double bound = CRITICAL * Math.sqrt(Math.log10(n) / n) * covariance[0];
        int insignificant = 0;
        int last = 1;
        for (int lag = 1; lag < covariance.length; lag++) {
            if (Math.abs(covariance[lag]) < bound) {
                insignificant++;
            } else {
                insignificant = 0;
                last = lag;
            }
            if (insignificant == run) {
                return lag - run + 1;
            }
        }
        return last;
    }

    /** The trapezoidal lag window: 1 up to half the bandwidth, then falling to 0. */
    private static double flatTop(double share) {
        return share < HALF ? 1 : 2 * (1 - share);
    }
}
