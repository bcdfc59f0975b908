package io.ringtail.schemas.serde;

import org.apache.kafka.common.errors.SerializationException;

/** A schema could not be registered or found; the message says which and what to do. */
public class SchemaRegistryException extends SerializationException {
    private static final long serialVersionUID = 1L;

    /** With a message that a user can act on. */
    public SchemaRegistryException(String message) {
        super(message);
    }

    /** With a message that a user can act on, and its cause. */
    public SchemaRegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
