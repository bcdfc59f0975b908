package io.ringtail.processors.analysis.association;

import java.util.Arrays;
import java.util.List;

/**
 * Ranks of the tail and of the load within each stretch.
 *
 * @param tail ranks of the window's 99th percentile; of its share beyond the epoch's where too few windows have one
 * @param load ranks of the packets a second
 * @param words what was taken for the tail
 */
record TailRanks(List<double[]> tail, List<double[]> load, String words) {
    private static final double MOST = 0.8;

    static TailRanks of(List<Stretch> stretches) {
        long windows = stretches.stream()
                .mapToLong(stretch -> known(stretch.tailShare()))
                .sum();
        long percentiles =
                stretches.stream().mapToLong(stretch -> known(stretch.tail())).sum();
        boolean p99 = percentiles >= MOST * windows;
        return new TailRanks(
                stretches.stream()
                        .map(stretch -> Ranks.centred(p99 ? stretch.tail() : stretch.tailShare()))
                        .toList(),
                stretches.stream().map(stretch -> Ranks.centred(stretch.load())).toList(),
                p99 ? "p99 of the window" : "share beyond the epoch's p99, since the window's p99 is absent too often");
    }

    /** The pairs with a gauge. */
    Lagged pairs(GaugeKey gauge, List<Stretch> stretches, int lag) {
        List<double[]> ranks = stretches.stream()
                .map(stretch -> Ranks.centred(stretch.gauges().get(gauge)))
                .toList();
        return Lagged.of(ranks, tail, load, lag);
    }

    int windows() {
        return (int) tail.stream().mapToLong(TailRanks::known).sum();
    }

    private static long known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).count();
    }
}
