package io.ringtail.standalone.alert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.ringtail.schemas.record.Alert;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one Alertmanager what fires, again and again, since it keeps nothing across its restarts. A request at a time;
 * trouble is logged once, and once that it is over. Owned by the delivery's thread.
 */
final class AlertmanagerSender {
    private static final Logger LOG = LoggerFactory.getLogger(AlertmanagerSender.class);

    private final URI address;
    private final URI alerts;
    private final Http http;
    private final AlertJson json;
    private CompletableFuture<Http.Answer> underWay;
    private List<Alert> sent = List.of();
    private boolean trouble;

    AlertmanagerSender(URI address, Http http, AlertJson json) {
        this.address = address;
        this.alerts = URI.create(address.toString().replaceAll("/+$", "") + "/api/v2/alerts");
        this.http = http;
        this.json = json;
    }

    /** Sends unless a request is under way; false then. */
    boolean send(AlertBoard board, Optional<Instant> watchdogSince, Instant now) {
        if (underWay != null) {
            return false;
        }
        sent = board.dueFor(address, now);
        ArrayNode all = json.posted(sent, now);
        watchdogSince.ifPresent(since -> all.add(json.watchdog(since, now)));
        if (!all.isEmpty()) {
            underWay = http.post(alerts, all.toString().getBytes(StandardCharsets.UTF_8), Map.of());
        }
        return true;
    }

    /** Looks whether the answer is there. */
    void look(AlertBoard board) {
        if (underWay == null || !underWay.isDone()) {
            return;
        }
        Http.Answer answer = underWay.join();
        underWay = null;
        if (answer.taken()) {
            board.taken(address, sent);
        }
        tell(answer);
    }

    private void tell(Http.Answer answer) {
        if (!answer.taken() && !trouble) {
            LOG.warn(
                    "Alertmanager {} does not take alerts: {}; telling it again until it does",
                    Http.withoutUser(address),
                    answer.trouble());
        } else if (answer.taken() && trouble) {
            LOG.info("Alertmanager {} takes alerts again", Http.withoutUser(address));
        }
        trouble = !answer.taken();
    }
}
