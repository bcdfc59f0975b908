package io.ringtail.processors.history;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.MetricEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of effects: one for the whole, one for each metric. Pure. */
final class EffectRows {
    private static final String SEPARATOR = "; ";

    private EffectRows() {}

    static List<HistoryRow> of(Effect effect) {
        List<HistoryRow> rows = new ArrayList<>();
        rows.add(whole(effect));
        effect.getMetrics().forEach(metric -> rows.add(metric(effect, metric)));
        return rows;
    }

    private static HistoryRow whole(Effect effect) {
        boolean significant = effect.getMetrics().stream().anyMatch(MetricEffect::getSignificant);
        return row(effect, null, significant, effect.getVerdict().name(), EffectJson.write(effect));
    }

    private static HistoryRow metric(Effect effect, MetricEffect metric) {
        return row(effect, metric, metric.getSignificant(), metric.getVerdict().name(), null);
    }

    private static HistoryRow row(
            Effect effect, MetricEffect metric, boolean significant, String verdict, String record) {
        return HistoryRow.of(
                HistoryTable.EFFECTS,
                Micros.of(effect.getChangeEpochNs()),
                effect.getEffectId(),
                effect.getLook(),
                metric == null ? null : metric.getMetric(),
                effect.getPathId(),
                Paths.label(effect.getPath()),
                Texts.joined(effect.getChangeIds()),
                Texts.orNull(effect.getKnobs().stream().map(EffectRows::knob).collect(Collectors.joining(SEPARATOR))),
                effect.getConfounded(),
                effect.getLastLook(),
                metric == null ? null : metric.getUnit(),
                metric == null ? null : metric.getBefore(),
                metric == null ? null : metric.getAfter(),
                metric == null ? null : metric.getDifference(),
                metric == null ? null : metric.getLow(),
                metric == null ? null : metric.getHigh(),
                metric == null ? null : metric.getRatio(),
                metric == null ? null : metric.getP(),
                metric == null ? null : metric.getAdjustedP(),
                significant,
                verdict,
                Texts.orNull(String.join(SEPARATOR, effect.getProvisional())),
                Texts.orNull(String.join(SEPARATOR, effect.getRemarks())),
                record,
                effect.getSimulated());
    }

    private static String knob(EffectKnob knob) {
        String queues = knob.getQueues().isEmpty() ? "" : " [" + String.join(",", knob.getQueues()) + "]";
        String unit = knob.getUnit().isEmpty() ? "" : " " + knob.getUnit();
        return knob.getName() + queues + " " + knob.getOldValue() + " -> " + knob.getNewValue() + unit;
    }
}
