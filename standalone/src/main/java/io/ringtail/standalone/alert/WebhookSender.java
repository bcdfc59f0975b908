package io.ringtail.standalone.alert;

import io.ringtail.schemas.record.Alert;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a webhook each transition, in order, at least once: again after pauses that double up to a minute while it gives
 * no answer or a 5xx, 408, 429; what it refuses is logged and left. Owned by the delivery's thread.
 */
final class WebhookSender {
    /** The transition's id: the same when it is told again. */
    static final String TRANSITION = "X-Ringtail-Transition";

    /** HMAC-SHA-256 of the body with the secret, as {@code sha256=} and hexadecimal digits. */
    static final String SIGNATURE = "X-Ringtail-Signature";

    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
    private static final String HMAC = "HmacSHA256";
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MINUTES.toNanos(1);

    private final URI address;
    private final Optional<String> secret;
    private final Http http;
    private final AlertJson json;
    private final Deque<Queued> queue = new ArrayDeque<>();
    private CompletableFuture<Http.Answer> underWay;
    private long nextMonoNs = System.nanoTime();
    private long pauseNs = FIRST_PAUSE_NS;

    private record Queued(long offset, Alert alert) {}

    WebhookSender(URI address, Optional<String> secret, Http http, AlertJson json) {
        this.address = address;
        this.secret = secret;
        this.http = http;
        this.json = json;
    }

    void add(long offset, Alert alert) {
        queue.add(new Queued(offset, alert));
    }

    void clear() {
        queue.clear();
        underWay = null;
    }

    /** Waits for the answer that is under way, and then as {@link #step}. */
    OptionalLong finish(Duration within) {
        if (underWay == null) {
            return OptionalLong.empty();
        }
        Http.Answer none = new Http.Answer(0, "closed");
        return answered(underWay.completeOnTimeout(none, within.toMillis(), TimeUnit.MILLISECONDS)
                .join());
    }

    /** Goes on; the offset of a transition that is done with, if there is one. */
    OptionalLong step() {
        if (underWay == null) {
            if (!queue.isEmpty() && System.nanoTime() - nextMonoNs >= 0) {
                underWay = post(queue.peek().alert());
            }
            return OptionalLong.empty();
        }
        return underWay.isDone() ? answered(underWay.join()) : OptionalLong.empty();
    }

    private OptionalLong answered(Http.Answer answer) {
        underWay = null;
        if (answer.taken() || answer.refused()) {
            Queued done = queue.remove();
            if (answer.refused()) {
                LOG.warn(
                        "The webhook {} refuses {} of {}: {}; it is left",
                        Http.withoutUser(address),
                        done.alert().getState(),
                        done.alert().getRule(),
                        answer.trouble());
            }
            pauseNs = FIRST_PAUSE_NS;
            return OptionalLong.of(done.offset());
        }
        if (pauseNs == FIRST_PAUSE_NS) {
            LOG.warn(
                    "The webhook {} does not take alerts: {}; trying again until it does",
                    Http.withoutUser(address),
                    answer.trouble());
        }
        nextMonoNs = System.nanoTime() + pauseNs;
        pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        return OptionalLong.empty();
    }

    private CompletableFuture<Http.Answer> post(Alert alert) {
        byte[] body = AlertJson.bytes(json.webhook(alert));
        Map<String, String> headers = new HashMap<>();
        headers.put(TRANSITION, alert.getTransitionId());
        secret.ifPresent(key -> headers.put(SIGNATURE, signature(key, body)));
        return http.post(address, body, headers);
    }

    /** The signature's header. */
    static String signature(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }
}
