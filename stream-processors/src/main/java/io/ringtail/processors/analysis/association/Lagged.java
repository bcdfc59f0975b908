package io.ringtail.processors.analysis.association;

import java.util.Arrays;
import java.util.List;

/**
 * The pairs of a gauge and the tail at one lag, over all stretches; never across two.
 *
 * @param x the gauge's ranks, each this many windows before the tail's
 * @param y the tail's ranks
 * @param z the load's ranks at the tail's window; NaN where not known
 */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
record Lagged(double[] x, double[] y, double[] z) {
    /**
     * Pairs them.
     *
     * @param lag windows by which the gauge comes first; below 0 where the tail does
     */
    static Lagged of(List<double[]> gauge, List<double[]> tail, List<double[]> load, int lag) {
        int most = tail.stream().mapToInt(each -> each.length).sum();
        double[] x = new double[most];
        double[] y = new double[most];
        double[] z = new double[most];
        int n = 0;
        for (int stretch = 0; stretch < tail.size(); stretch++) {
            double[] g = gauge.get(stretch);
            double[] t = tail.get(stretch);
            for (int i = Math.max(0, lag); i < Math.min(t.length, t.length + lag); i++) {
                if (!Double.isNaN(g[i - lag]) && !Double.isNaN(t[i])) {
                    x[n] = g[i - lag];
                    y[n] = t[i];
                    z[n++] = load.get(stretch)[i];
                }
            }
        }
        return new Lagged(Arrays.copyOf(x, n), Arrays.copyOf(y, n), Arrays.copyOf(z, n));
    }

    int size() {
        return x.length;
    }

    boolean loadKnown() {
        for (double each : z) {
            if (Double.isNaN(each)) {
                return false;
            }
        }
        return true;
    }
}
