package io.ringtail.schemas.serde;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Chooses the registry: the configured server, else the schemas' topic of the Kafka cluster. */
public final class SchemaRegistries {
    /** Property with {@code user:password} of the registry's server, as stock Confluent clients call it. */
    public static final String USER_INFO = "basic.auth.user.info";

    private SchemaRegistries() {}

    /**
     * Opens a registry, which the caller closes.
     *
     * @param kafka properties of the Kafka clients; {@link #USER_INFO} among them is for the server
     * @param url address of a Confluent-compatible server; empty for the topic
     * @throws SchemaRegistryException if the topic is chosen and the broker does not answer
     */
    public static SchemaRegistry open(Map<String, Object> kafka, Optional<URI> url) {
        if (url.isEmpty()) {
            return new TopicSchemaRegistry(kafka);
        }
        Optional<String> user = Optional.ofNullable(kafka.get(USER_INFO)).map(Object::toString);
        return new HttpSchemaRegistry(url.get(), user, HttpSchemaRegistry.DEFAULT_DEADLINE);
    }
}
