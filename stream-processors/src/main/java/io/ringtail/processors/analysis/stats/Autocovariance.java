package io.ringtail.processors.analysis.stats;

/** Sample autocovariances, with divisor n at every lag, so that the sequence is positive definite. Stateless. */
public final class Autocovariance {
    private Autocovariance() {}

    /** Of lags 0 to {@code mostLag}, which is below the series' length. */
    public static double[] of(double[] series, int mostLag) {
        int n = series.length;
        double mean = mean(series);
        double[] covariance = new double[mostLag + 1];
        for (int lag = 0; lag <= mostLag; lag++) {
            double sum = 0;
            for (int i = lag; i < n; i++) {
                sum += (series[i] - mean) * (series[i - lag] - mean);
            }
            covariance[lag] = sum / n;
        }
        return covariance;
    }

    private static double mean(double[] series) {
        double sum = 0;
        for (double each : series) {
            sum += each;
        }
        return sum / series.length;
    }
}
