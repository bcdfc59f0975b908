package io.ringtail.standalone.alert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.record.Alert;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Alerts in the shapes of Alertmanager's API v2 and of its webhook (version 4). An alert's identity there is its label
 * set, so no measured value is a label. Stateless.
 */
final class AlertJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String ALERTNAME = "alertname";
    private static final String SEVERITY = "severity";
    private static final String WATCHDOG = "RingtailWatchdog";
    private static final String NEVER = "0001-01-01T00:00:00Z";

    private final URI page;
    private final Duration expires;

    AlertJson(URI page, Duration expires) {
        this.page = page;
        this.expires = expires;
    }

    /** The body of {@code POST /api/v2/alerts}: these alerts. */
    ArrayNode posted(List<Alert> alerts, Instant now) {
        ArrayNode all = JSON.arrayNode();
        for (Alert alert : alerts) {
            Instant ends = AlertBoard.fires(alert) ? now.plus(expires) : Times.instant(alert.getResolvedEpochNs());
            all.add(alert(alert, ends.toString()));
        }
        return all;
    }

    /** Always fires: where it does not arrive any more, Ringtail's way to the pager is broken. */
    ObjectNode watchdog(Instant since, Instant now) {
        ObjectNode node = JSON.objectNode();
        node.putObject("labels").put(ALERTNAME, WATCHDOG).put(SEVERITY, "none");
        node.putObject("annotations").put("summary", "Ringtail delivers alerts; this one always fires");
        return node.put("startsAt", since.toString())
                .put("endsAt", now.plus(expires).toString())
                .put("generatorURL", page.toString());
    }

    /** The body of a webhook: one transition. */
    ObjectNode webhook(Alert alert) {
        boolean fires = AlertBoard.fires(alert);
        String status = fires ? "firing" : "resolved";
        String ends = fires ? NEVER : Times.instant(alert.getResolvedEpochNs()).toString();
        ObjectNode one = alert(alert, ends).put("status", status).put("fingerprint", alert.getAlertId());
        ObjectNode node = JSON.objectNode()
                .put("version", "4")
                .put("groupKey", alert.getAlertId())
                .put("truncatedAlerts", 0)
                .put("status", status)
                .put("receiver", "ringtail")
                .put("externalURL", page.toString());
        node.set("groupLabels", labels(alert));
        node.set("commonLabels", labels(alert));
        node.set("commonAnnotations", one.get("annotations"));
        node.putArray("alerts").add(one);
        return node;
    }

    private ObjectNode alert(Alert alert, String endsAt) {
        ObjectNode node = JSON.objectNode();
        node.set("labels", labels(alert));
        node.set("annotations", annotations(alert));
        return node.put("startsAt", Times.instant(alert.getSinceEpochNs()).toString())
                .put("endsAt", endsAt)
                .put(
                        "generatorURL",
                        page.resolve("#alert=" + alert.getAlertId()).toString());
    }

    private static ObjectNode labels(Alert alert) {
        ObjectNode labels = JSON.objectNode();
        alert.getLabels().forEach(labels::put);
        return labels.put(ALERTNAME, alert.getRule())
                .put(SEVERITY, alert.getSeverity().name().toLowerCase(Locale.ROOT));
    }

    private ObjectNode annotations(Alert alert) {
        ObjectNode annotations = JSON.objectNode()
                .put("summary", alert.getSummary())
                .put("runbook_url", page.resolve("runbooks/" + alert.getRule()).toString())
                .put("transition", alert.getTransitionId());
        if (alert.getResolution() != null) {
            annotations.put("resolution", alert.getResolution());
        }
        return annotations;
    }

    /** As bytes, the same each time. */
    static byte[] bytes(ObjectNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }
}
