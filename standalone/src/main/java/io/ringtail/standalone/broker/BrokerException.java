package io.ringtail.standalone.broker;

/** The embedded broker cannot start; the message says why and what to do. */
public class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message that a user can act on, and its cause where there is one. */
    public BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
