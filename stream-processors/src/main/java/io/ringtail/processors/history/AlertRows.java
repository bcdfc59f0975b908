package io.ringtail.processors.history;

import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.record.Alert;
import java.util.Map;
import java.util.TreeMap;

/** Rows of alerts. Pure. */
final class AlertRows {
    private AlertRows() {}

    static HistoryRow of(Alert alert) {
        Map<String, String> labels = new TreeMap<>(alert.getLabels());
        return HistoryRow.of(
                HistoryTable.ALERTS,
                Micros.of(alert.getSinceEpochNs()),
                alert.getAlertId(),
                alert.getRule(),
                alert.getSeverity().name(),
                alert.getState().name(),
                alert.getResolvedEpochNs() == null ? null : Micros.of(alert.getResolvedEpochNs()),
                AlertLabels.subject(labels),
                labels.get(AlertLabels.HOST),
                labels.get(AlertLabels.INTERFACE),
                labels.get(AlertLabels.PATH),
                alert.getSummary(),
                alert.getValue(),
                alert.getThreshold(),
                Texts.orNull(alert.getUnit()),
                alert.getAbout(),
                alert.getResolution(),
                HistoryJson.tree(labels).toString(),
                alert.getTransitionId(),
                alert.getSimulated());
    }
}
