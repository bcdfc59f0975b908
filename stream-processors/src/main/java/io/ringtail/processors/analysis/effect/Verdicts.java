package io.ringtail.processors.analysis.effect;

import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** From the metrics' verdicts to that of the change. Stateless. */
final class Verdicts {
    /** Those of the distribution of round trips, in the order in which they speak for it. */
    private static final List<String> SPEAKERS =
            List.of("p99", "p99.9", "p95", "p90", "mean", "p50", "loss", "transactions");

    private Verdicts() {}

    /** Better or worse. */
    static EffectVerdict direction(Metric metric, double difference) {
        return difference < 0 == metric.lessIsBetter() ? EffectVerdict.IMPROVED : EffectVerdict.REGRESSED;
    }

    /** Of the change: mixed where the median and the tail went opposite ways, else that of p99, else of what moved. */
    static EffectVerdict overall(List<MetricEffect> metrics, boolean last) {
        Optional<EffectVerdict> median = moved(metrics, "p50");
        if (median.isPresent() && opposes(median.get(), metrics)) {
            return EffectVerdict.MIXED;
        }
        return SPEAKERS.stream()
                .flatMap(each -> moved(metrics, each).stream())
                .findFirst()
                .orElseGet(() -> nothing(metrics, last));
    }

    private static boolean opposes(EffectVerdict median, List<MetricEffect> metrics) {
        return List.of("p95", "p99").stream()
                .flatMap(each -> moved(metrics, each).stream())
                .anyMatch(each -> each != median);
    }

    private static EffectVerdict nothing(List<MetricEffect> metrics, boolean last) {
        if (!last) {
            return EffectVerdict.PROVISIONAL;
        }
        boolean tested = named(metrics, Metric.PRIMARY.label())
                .map(MetricEffect::getP)
                .filter(Objects::nonNull)
                .isPresent();
        return tested ? EffectVerdict.NO_EFFECT_FOUND : EffectVerdict.INSUFFICIENT;
    }

    private static Optional<EffectVerdict> moved(List<MetricEffect> metrics, String name) {
        return named(metrics, name).filter(MetricEffect::getSignificant).map(MetricEffect::getVerdict);
    }

    private static Optional<MetricEffect> named(List<MetricEffect> metrics, String name) {
        return metrics.stream().filter(each -> each.getMetric().equals(name)).findFirst();
    }
}
