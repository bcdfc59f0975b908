package io.ringtail.schemas.serde;

import io.ringtail.schemas.serde.SchemaRecords.SchemaKey;
import io.ringtail.schemas.serde.SchemaRecords.SchemaValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/**
 * What the schemas' topic says, read in the order of its offsets. The first record of a version, and the first schema
 * of an id, stands; a later one that differs has lost the race and is ignored by everybody. As compaction keeps the
 * last record of a key, a lost record is remembered until the winner has been written once more: see
 * {@link #disputed()}.
 *
 * <p>Thread safe.
 */
final class SchemaTable {
    private final NavigableMap<String, NavigableMap<Integer, RegisteredSchema>> subjects = new TreeMap<>();
    private final NavigableMap<String, Integer> highestVersions = new TreeMap<>();
    private final NavigableMap<Integer, SchemaValue> ids = new TreeMap<>();
    private final Map<Integer, Schema> parsed = new HashMap<>();
    private final Map<SchemaKey, RegisteredSchema> disputed = new LinkedHashMap<>();

    /** Takes the next record of the topic; what is not a schema is skipped. */
    synchronized void apply(byte[] keyBytes, byte[] valueBytes) {
        SchemaRecords.key(keyBytes).ifPresent(key -> {
            if (valueBytes == null) {
                remove(key);
            } else {
                SchemaRecords.value(valueBytes).ifPresent(value -> apply(key, value));
            }
        });
    }

    private void apply(SchemaKey key, SchemaValue value) {
        RegisteredSchema candidate = new RegisteredSchema(key.subject(), key.version(), value.id(), value.schema());
        RegisteredSchema standing = versionsOf(key.subject()).get(key.version());
        if (standing != null && !standing.equals(candidate)) {
            disputed.put(key, standing);
        } else if (ids.computeIfAbsent(value.id(), id -> value).schema().equals(value.schema())) {
            disputed.remove(key);
            accept(candidate, value.deleted());
        }
    }

    private void accept(RegisteredSchema schema, boolean deleted) {
        highestVersions.merge(schema.subject(), schema.version(), Math::max);
        if (deleted) {
            remove(new SchemaKey(schema.subject(), schema.version()));
        } else {
            subjects.computeIfAbsent(schema.subject(), subject -> new TreeMap<>())
                    .put(schema.version(), schema);
        }
    }

    private void remove(SchemaKey key) {
        versionsOf(key.subject()).remove(key.version());
        disputed.remove(key);
    }

    private NavigableMap<Integer, RegisteredSchema> versionsOf(String subject) {
        return subjects.getOrDefault(subject, new TreeMap<>());
    }

    /** Winners whose key was last written by a loser: writing them again keeps them through compaction. */
    synchronized List<RegisteredSchema> disputed() {
        return List.copyOf(disputed.values());
    }

    /** The version of a subject that has this schema. */
    synchronized Optional<RegisteredSchema> find(String subject, Schema schema) {
        return versionsOf(subject).values().stream()
                .filter(registered -> schema.equals(parsed(registered.id())))
                .findFirst();
    }

    /** What to write for a schema that the subject does not have: the next version, the schema's id or the next one. */
    synchronized RegisteredSchema proposal(String subject, Schema schema) {
        int version = highestVersions.getOrDefault(subject, 0) + 1;
        int next = ids.isEmpty() ? 1 : ids.lastKey() + 1;
        return ids.keySet().stream()
                .filter(id -> schema.equals(parsed(id)))
                .findFirst()
                .map(id ->
                        new RegisteredSchema(subject, version, id, ids.get(id).schema()))
                .orElseGet(() -> new RegisteredSchema(subject, version, next, schema.toString()));
    }

    /** Why a reader with this schema could not read what an earlier version of the subject wrote; empty if it can. */
    synchronized List<String> incompatibilities(String subject, Schema schema) {
        return versionsOf(subject).values().stream()
                .filter(earlier -> parsed(earlier.id()) != null)
                .flatMap(earlier -> problems(schema, earlier))
                .toList();
    }

    private Stream<String> problems(Schema schema, RegisteredSchema earlier) {
        return SchemaCompatibility.checkReaderWriterCompatibility(schema, parsed(earlier.id()))
                .getResult()
                .getIncompatibilities()
                .stream()
                .map(problem ->
                        "version " + earlier.version() + ": " + problem.getType() + " at " + problem.getLocation());
    }

    synchronized List<String> subjects() {
        return subjects.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized List<RegisteredSchema> versions(String subject) {
        return List.copyOf(versionsOf(subject).values());
    }

    /** All subjects' versions that have this id. */
    synchronized List<RegisteredSchema> uses(int id) {
        return subjects.values().stream()
                .flatMap(versions -> versions.values().stream())
                .filter(registered -> registered.id() == id)
                .toList();
    }

    synchronized Optional<String> text(int id) {
        return Optional.ofNullable(ids.get(id)).map(SchemaValue::schema);
    }

    /** The Avro schema of an id; empty where there is none or it is not Avro's. */
    synchronized Optional<Schema> schema(int id) {
        return Optional.ofNullable(parsed(id));
    }

    private Schema parsed(int id) {
        return ids.containsKey(id) ? parsed.computeIfAbsent(id, key -> parse(ids.get(key))) : null;
    }

    private static Schema parse(SchemaValue value) {
        if (value.schemaType() != null && !value.schemaType().equals("AVRO")) {
            return null;
        }
        try {
            return new Schema.Parser().setValidateDefaults(false).parse(value.schema());
        } catch (AvroRuntimeException e) {
            return null;
        }
    }
}
