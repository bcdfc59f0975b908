package io.ringtail.processors.analysis.association;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Mid-ranks, centred and as a share of the number of values, so that stretches of unlike length can be put together. */
final class Ranks {
    private Ranks() {}

    /** Ranks of the values that are not NaN, which stay NaN; between -0.5 and 0.5, mean 0. */
    static double[] centred(double[] values) {
        int[] order = IntStream.range(0, values.length)
                .filter(i -> !Double.isNaN(values[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[values.length];
        Arrays.fill(ranks, Double.NaN);
        for (int from = 0; from < order.length; ) {
            int to = from + 1;
            while (to < order.length && values[order[to]] == values[order[from]]) {
                to++;
            }
            double middle = (from + to - 1) / 2.0;
            for (int i = from; i < to; i++) {
                ranks[order[i]] = (middle - (order.length - 1) / 2.0) / order.length;
            }
            from = to;
        }
        return ranks;
    }
}
