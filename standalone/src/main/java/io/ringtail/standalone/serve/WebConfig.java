package io.ringtail.standalone.serve;

import io.ringtail.standalone.UserError;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where the page and the REST interface listen.
 *
 * @param bind host name or address to listen on
 * @param port TCP port; 0 takes a free one
 * @param token what a client must show; required on any address that is not loopback
 */
public record WebConfig(String bind, int port, Optional<String> token) {
    /** Address when nothing is configured. */
    public static final String DEFAULT_BIND = "127.0.0.1";

    /** Port when nothing is configured. */
    public static final int DEFAULT_PORT = 8080;

    /** Shortest token that is taken on an address beyond loopback. Unit: characters. */
    public static final int SHORTEST_TOKEN = 16;

    /** Loopback, port 8080, no token. */
    public static WebConfig defaults() {
        return new WebConfig(DEFAULT_BIND, DEFAULT_PORT, Optional.empty());
    }

    /** Whether only this machine can connect. */
    public boolean loopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UserError(
                    UserError.CONFIG, "cannot listen on " + bind + ": no such host; give an address of this machine");
        }
    }

    /**
     * This configuration, if it can be served.
     *
     * @throws UserError if others could connect and no token, or one that is easily guessed, protects the page
     */
    public WebConfig checked() {
        if (port < 0 || port > 65535) {
            throw new UserError(
                    UserError.CONFIG, "port " + port + " does not exist: choose one of 1 to 65535 with --port");
        }
        if (!loopback() && token.isEmpty()) {
            throw new UserError(
                    UserError.CONFIG,
                    "listening on " + bind + " lets other machines connect, which needs a token:"
                            + " set ringtail.web.token to at least " + SHORTEST_TOKEN + " characters, or listen on "
                            + DEFAULT_BIND);
        }
        if (token.isPresent() && token.get().length() < SHORTEST_TOKEN) {
            throw new UserError(
                    UserError.CONFIG, "the token is too short: use at least " + SHORTEST_TOKEN + " characters");
        }
        return this;
    }
}
