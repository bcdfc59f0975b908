package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.record.Alert;
import java.util.Locale;

/** Alerts, as the page wants them. Times in ms. */
final class AlertJson {
    private AlertJson() {}

    /** The fragment of an alert. */
    static ObjectNode of(Alert alert) {
        ObjectNode node = Json.object()
                .put("id", alert.getAlertId())
                .put("rule", alert.getRule())
                .put("severity", alert.getSeverity().name().toLowerCase(Locale.ROOT))
                .put("state", alert.getState().name().toLowerCase(Locale.ROOT))
                .put("subject", AlertLabels.subject(alert.getLabels()))
                .put("summary", alert.getSummary())
                .put("since", Json.ms(alert.getSinceEpochNs()))
                .put("sim", alert.getSimulated());
        if (alert.getResolvedEpochNs() != null) {
            node.put("resolved", Json.ms(alert.getResolvedEpochNs()));
        }
        Json.put(node, "resolution", alert.getResolution());
        Json.put(node, "about", alert.getAbout());
        return node;
    }
}
