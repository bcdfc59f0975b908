package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.histogram.BucketLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The windows of one epoch on a grid of seconds; NaN where there is none.
 *
 * @param tail the window's 99th percentile, ns; NaN where absent
 * @param beyond round trips longer than the epoch's 99th percentile; 0 where there is no window
 * @param samples round trips; 0 where there is no window
 * @param load packets a second of both ends' interfaces
 * @param gauges each gauge
 */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
record Stretch(double[] tail, double[] beyond, double[] samples, double[] load, Map<GaugeKey, double[]> gauges) {
    private static final int P99 = 9_900;
    private static final String PACKETS_IN = "interface.rx-packets";
    private static final String PACKETS_OUT = "interface.tx-packets";

    /** Of windows of one epoch, in order of time. */
    static Stretch of(List<AssociationWindow> windows, Set<GaugeKey> keys) {
        SparseHistogram all = new SparseHistogram();
        windows.forEach(window -> all.merge(window.histogram()));
        int bucket = all.count() == 0
                ? 0
                : BucketLayout.index(Percentiles.valueNs(all, P99).getAsLong());
        Map<GaugeKey, double[]> gauges = new TreeMap<>();
        for (GaugeKey key : keys) {
            gauges.put(key, grid(windows, window -> window.gauges().getOrDefault(key, Double.NaN), Double.NaN));
        }
        return new Stretch(
                grid(windows, Stretch::tailOf, Double.NaN),
                grid(windows, window -> beyond(window.histogram(), bucket), 0),
                grid(windows, window -> window.histogram().count(), 0),
                grid(windows, Stretch::loadOf, Double.NaN),
                gauges);
    }

    private static double[] grid(
            List<AssociationWindow> windows, ToDoubleFunction<AssociationWindow> value, double absent) {
        long firstNs = windows.getFirst().startNs();
        double[] grid = new double[place(windows.getLast(), firstNs) + 1];
        Arrays.fill(grid, absent);
        windows.forEach(window -> grid[place(window, firstNs)] = value.applyAsDouble(window));
        return grid;
    }

    private static int place(AssociationWindow window, long firstNs) {
        return (int) ((window.startNs() - firstNs) / ClusterTime.SECOND_NS);
    }

    private static double tailOf(AssociationWindow window) {
        if (Percentiles.absence(window.histogram().count(), window.lost(), P99) != null) {
            return Double.NaN;
        }
        OptionalLong value = Percentiles.valueNs(window.histogram(), P99);
        return value.getAsLong();
    }

    private static double beyond(SparseHistogram histogram, int bucket) {
        List<Integer> indices = histogram.indices();
        List<Long> counts = histogram.counts();
        long beyond = 0;
        for (int i = indices.size() - 1; i >= 0 && indices.get(i) > bucket; i--) {
            beyond += counts.get(i);
        }
        return beyond;
    }

    private static double loadOf(AssociationWindow window) {
        double sum = 0;
        boolean any = false;
        for (String end : List.of("prober", "responder")) {
            for (String name : List.of(PACKETS_IN, PACKETS_OUT)) {
                Double value = window.gauges().get(new GaugeKey(end, name, ""));
                any |= value != null;
                sum += value == null ? 0 : value;
            }
        }
        return any ? sum : Double.NaN;
    }

    int size() {
        return tail.length;
    }

    /** The share beyond the epoch's 99th percentile; NaN where there is no window. */
    double[] tailShare() {
        double[] share = new double[size()];
        Arrays.setAll(share, i -> samples[i] == 0 ? Double.NaN : beyond[i] / samples[i]);
        return share;
    }
}
