package io.ringtail.schemas.serde;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;

/**
 * Records of the schemas' topic, in the layout of Confluent's {@code _schemas}: the key names subject and version, the
 * value has the schema. Stateless.
 */
final class SchemaRecords {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private SchemaRecords() {}

    /** SchemaKey of a version; the order of its fields is part of the format, as compaction compares bytes. */
    record SchemaKey(String keytype, String subject, int version, int magic) {
        SchemaKey(String subject, int version) {
            this("SCHEMA", subject, version, 1);
        }
    }

    /** SchemaValue of a version. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SchemaValue(String subject, int version, int id, String schemaType, String schema, boolean deleted) {
        SchemaValue(RegisteredSchema registered) {
            this(registered.subject(), registered.version(), registered.id(), null, registered.schema(), false);
        }
    }

    static byte[] key(RegisteredSchema registered) {
        return write(new SchemaKey(registered.subject(), registered.version()));
    }

    static byte[] value(RegisteredSchema registered) {
        return write(new SchemaValue(registered));
    }

    /** The key, unless it is of another type (Confluent's NOOP, CONFIG, ...) or cannot be read. */
    static Optional<SchemaKey> key(byte[] bytes) {
        try {
            JsonNode node = JSON.readTree(bytes == null ? new byte[0] : bytes);
            return "SCHEMA".equals(node.path("keytype").asText())
                    ? Optional.of(JSON.treeToValue(node, SchemaKey.class))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The value, unless it cannot be read. */
    static Optional<SchemaValue> value(byte[] bytes) {
        try {
            return Optional.of(JSON.readValue(bytes, SchemaValue.class)).filter(value -> value.schema() != null);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static byte[] write(Object object) {
        try {
            return JSON.writeValueAsBytes(object);
        } catch (IOException e) {
            throw new SchemaRegistryException("cannot write " + object + " as JSON", e);
        }
    }
}
