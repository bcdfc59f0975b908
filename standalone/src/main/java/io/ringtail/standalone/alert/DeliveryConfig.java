package io.ringtail.standalone.alert;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where alerts go.
 *
 * @param alertmanagers base addresses of all Alertmanagers, each gets everything
 * @param webhook gets each transition once it is known
 * @param secret key of the webhook's signature; without it none is made
 * @param page where a browser finds the page, for links
 * @param resend how often what fires is told again
 * @param expires how long after a re-send an Alertmanager takes it for resolved by itself
 */
public record DeliveryConfig(
        List<URI> alertmanagers,
        Optional<URI> webhook,
        Optional<String> secret,
        URI page,
        Duration resend,
        Duration expires) {
    private static final Duration RESEND = Duration.ofSeconds(15);
    private static final Duration EXPIRES = Duration.ofSeconds(60);

    /** With the usual times: an Alertmanager may miss three re-sends. */
    public static DeliveryConfig usual(
            List<URI> alertmanagers, Optional<URI> webhook, Optional<String> secret, URI page) {
        return new DeliveryConfig(List.copyOf(alertmanagers), webhook, secret, page, RESEND, EXPIRES);
    }
}
