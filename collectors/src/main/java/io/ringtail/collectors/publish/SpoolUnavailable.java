package io.ringtail.collectors.publish;

/** A spool cannot be used; the message tells the user why and what to do. */
public final class SpoolUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpoolUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
