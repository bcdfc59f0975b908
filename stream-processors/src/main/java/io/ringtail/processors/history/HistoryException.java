package io.ringtail.processors.history;

/** The history cannot be opened, written or read; the message says what and what to do. */
public class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message that a user can act on. */
    public HistoryException(String message) {
        super(message);
    }

    /** With a message that a user can act on, and its cause. */
    public HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
