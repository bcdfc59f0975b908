package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import java.net.UnknownHostException;
import java.util.Locale;

/** A reflector cannot listen; the message tells the user why and what to do. */
public final class ReflectorUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReflectorUnavailable(ReflectorConfig config, Errno cause) {
        super(message(config, cause), cause);
    }

    ReflectorUnavailable(ReflectorConfig config, UnknownHostException cause) {
        super(
                "cannot reflect on " + config.host()
                        + ": no such host. Choose an address of this host, or 0.0.0.0 for all",
                cause);
    }

    private static String message(ReflectorConfig config, Errno cause) {
        String what = String.format(Locale.ROOT, "cannot reflect on %s:%d: ", config.host(), config.port());
        return what
                + switch (cause.number()) {
                    case Errno.EADDRINUSE ->
                        "the port is in use (see: ss -ltunp 'sport = :" + config.port()
                                + "'). Stop that process, or choose another port for the reflector (0 takes any free one)";
                    case Errno.EADDRNOTAVAIL ->
                        "this host has no such address. Choose one of its own, or 0.0.0.0 for all";
                    case Errno.EACCES, Errno.EPERM ->
                        "not permitted. Choose a port above 1023, or give CAP_NET_BIND_SERVICE";
                    default -> cause.getMessage();
                };
    }
}
