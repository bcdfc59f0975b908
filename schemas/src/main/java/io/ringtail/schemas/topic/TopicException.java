package io.ringtail.schemas.topic;

/** Topics could not be created or are not as they must be; the message says which and what to do. */
public class TopicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message that a user can act on, and its cause where there is one. */
    public TopicException(String message, Throwable cause) {
        super(message, cause);
    }
}
