package io.ringtail.schemas.serde;

/**
 * A schema under a subject, as the registry keeps it.
 *
 * @param subject name that versions are counted under: topic and {@code -value}
 * @param version number within the subject, from 1
 * @param id number in the registry, the one of the wire format; the same schema has one id under all subjects
 * @param schema Avro schema as JSON, complete in itself
 */
public record RegisteredSchema(String subject, int version, int id, String schema) {}
