package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.stats.Autocovariance;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether the last minute before a change was unlike its epoch: people change settings when something is wrong, and what
 * goes wrong often recovers by itself. Judged by the 95 % prediction interval for one more minute from the epoch's other
 * minutes (log p50 and log p99, each at half the level); needs three of them. Stateless.
 */
final class Excursion {
    private static final int MINUTE = 60;
    private static final int LEAST_MINUTES = 3;
    private static final List<Integer> HUNDREDTHS = List.of(5_000, 9_900);

    private Excursion() {}

    /** Of all windows that are kept of the epoch before. */
    static boolean before(Side side) {
        int minutes = side.size() / MINUTE;
        return minutes > LEAST_MINUTES && HUNDREDTHS.stream().anyMatch(each -> isOutside(side, minutes, each));
    }

    private static boolean isOutside(Side side, int minutes, int hundredths) {
        List<Double> others = new ArrayList<>();
        for (int back = minutes; back > 1; back--) {
            others.add(log(side, side.size() - back * MINUTE, hundredths));
        }
        double last = log(side, side.size() - MINUTE, hundredths);
        double[] values = others.stream().mapToDouble(Double::doubleValue).toArray();
        int count = values.length;
        double mean = others.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double variance = Autocovariance.of(values, 0)[0] * count / (count - 1);
        double reach = TDistribution.of(count - 1.0).inverseSurvivalProbability(Estimate.OUTSIDE / HUNDREDTHS.size());
        return Math.abs(last - mean) > reach * Math.sqrt(variance * (1 + 1.0 / count));
    }

    private static double log(Side side, int from, int hundredths) {
        SparseHistogram merged = new SparseHistogram();
        side.windows().subList(from, from + MINUTE).forEach(each -> merged.merge(each.roundTrips()));
        return Math.log(
                (double) Math.max(1, Percentiles.valueNs(merged, hundredths).orElse(1)));
    }
}
