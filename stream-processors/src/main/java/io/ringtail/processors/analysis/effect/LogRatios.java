package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import java.util.EnumMap;
import java.util.Map;

/**
 * Logarithms of after over before, of every metric that has both; no resampling, so that placebos cost little. Stateless.
 */
public final class LogRatios {
    private static final double HALF = 0.5;

    private LogRatios() {}

    /** Of a comparison, or of a placebo. */
    public static Map<Metric, Double> of(Side before, Side after) {
        SparseHistogram one = before.merged();
        SparseHistogram other = after.merged();
        double ownPackets = MetricParts.ownPackets(before, after);
        Map<Metric, Double> ratios = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            double ratio = metric.isPercentile()
                    ? percentile(metric, before, one, after, other)
                    : metric == Metric.LOSS
                            ? loss(after, other) / loss(before, one)
                            : MetricParts.value(metric, after, ownPackets)
                                    / MetricParts.value(metric, before, ownPackets);
            if (ratio > 0 && Double.isFinite(ratio)) {
                ratios.put(metric, Math.log(ratio));
            }
        }
        return ratios;
    }

    private static double percentile(
            Metric metric, Side before, SparseHistogram one, Side after, SparseHistogram other) {
        boolean absent = Percentiles.absence(one.count(), before.lost(), metric.hundredths()) != null
                || Percentiles.absence(other.count(), after.lost(), metric.hundredths()) != null;
        return absent
                ? Double.NaN
                : (double) Percentiles.valueNs(other, metric.hundredths()).orElseThrow()
                        / Percentiles.valueNs(one, metric.hundredths()).orElseThrow();
    }

    /** Half a request more, so that no loss has a ratio too. */
    private static double loss(Side side, SparseHistogram merged) {
        long lost = side.lost();
        return (lost + HALF) / (merged.count() + lost + 1);
    }
}
