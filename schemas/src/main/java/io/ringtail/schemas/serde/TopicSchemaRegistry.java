package io.ringtail.schemas.serde;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * A registry in a compacted Kafka topic with one partition, in the layout of Confluent's {@code _schemas}: no server
 * besides the broker is needed. A new schema is appended as the next version of its subject with the next id, then the
 * topic is read back beyond that record: the first record of a version and of an id stands, a writer that lost finds
 * the winner's or proposes again. So all processes that read the topic agree, without a leader.
 *
 * <p>Thread safe; every call that needs the broker waits at most a few times the timeout and then throws a
 * {@link SchemaRegistryException}. What is known is answered from memory.
 */
public final class TopicSchemaRegistry implements SchemaRegistry {
    /** Name of the topic where none is configured. */
    public static final String DEFAULT_TOPIC = "_schemas";

    /** How long one exchange with the broker may take where nothing else is configured. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    private static final int ATTEMPTS = 20;

    private final SchemaTable table = new SchemaTable();
    private final Object traffic = new Object();
    private final SchemaTopic topic;
    private final String name;

    /** With the default topic and timeout; properties as for {@link #TopicSchemaRegistry(Map, String, Duration)}. */
    public TopicSchemaRegistry(Map<String, Object> kafka) {
        this(kafka, DEFAULT_TOPIC, DEFAULT_TIMEOUT);
    }

    /**
     * Connects, creates the topic if it is missing, and reads it.
     *
     * @param kafka properties of the Kafka clients: bootstrap.servers, and whatever TLS and SASL need
     * @param name name of the topic
     * @param timeout how long one exchange with the broker may take
     * @throws SchemaRegistryException if the broker does not answer in time, or the topic would delete schemas
     */
    public TopicSchemaRegistry(Map<String, Object> kafka, String name, Duration timeout) {
        this.name = name;
        this.topic = new SchemaTopic(kafka, name, timeout);
        try {
            refresh();
        } catch (SchemaRegistryException e) {
            topic.close();
            throw e;
        }
    }

    @Override
    public int register(String subject, Schema schema) {
        return table.find(subject, schema)
                .orElseGet(() -> registerNew(subject, schema))
                .id();
    }

    private RegisteredSchema registerNew(String subject, Schema schema) {
        synchronized (traffic) {
            refresh();
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<RegisteredSchema> standing = table.find(subject, schema);
                if (standing.isPresent()) {
                    settle();
                    return standing.get();
                }
                refuseIncompatible(subject, schema);
                append(table.proposal(subject, schema));
            }
        }
        throw new SchemaRegistryException("lost the race for a version of " + subject + " " + ATTEMPTS
                + " times: check who else writes to topic " + name);
    }

    /** Records of all earlier versions must stay readable (Confluent's BACKWARD_TRANSITIVE). */
    private void refuseIncompatible(String subject, Schema schema) {
        List<String> problems = table.incompatibilities(subject, schema);
        if (!problems.isEmpty()) {
            throw new SchemaRegistryException(
                    "the schema of " + schema.getFullName() + " cannot read what is already in "
                            + subject + " (" + String.join("; ", problems)
                            + "): use the Ringtail that wrote it or newer, or another cluster");
        }
    }

    /** Writes the winners of lost races again, so that compaction, which keeps a key's last record, keeps them. */
    private void settle() {
        table.disputed().forEach(this::append);
    }

    private void append(RegisteredSchema schema) {
        long offset = topic.append(SchemaRecords.key(schema), SchemaRecords.value(schema));
        topic.readTo(offset + 1, table::apply);
    }

    @Override
    public Schema byId(int id) {
        return known(id)
                .or(() -> known(refreshed(id)))
                .orElseThrow(
                        () -> new SchemaRegistryException("no Avro schema has the id " + id + " in topic " + name));
    }

    private Optional<Schema> known(int id) {
        return table.schema(id);
    }

    private int refreshed(int id) {
        refresh();
        return id;
    }

    /** Reads what others have written meanwhile; the lookups below answer from what has been read. */
    public void refresh() {
        synchronized (traffic) {
            topic.readToEnd(table::apply);
        }
    }

    /** Subjects with at least one version, sorted. */
    public List<String> subjects() {
        return table.subjects();
    }

    /** Versions of a subject, rising; empty for an unknown one. */
    public List<Integer> versions(String subject) {
        return table.versions(subject).stream().map(RegisteredSchema::version).toList();
    }

    /** The newest version of a subject. */
    public Optional<RegisteredSchema> latest(String subject) {
        List<RegisteredSchema> versions = table.versions(subject);
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.getLast());
    }

    /** A version of a subject. */
    public Optional<RegisteredSchema> byVersion(String subject, int version) {
        return table.versions(subject).stream()
                .filter(registered -> registered.version() == version)
                .findFirst();
    }

    /** The JSON of an id's schema. */
    public Optional<String> textById(int id) {
        return table.text(id);
    }

    /** Every version of every subject that has this id. */
    public List<RegisteredSchema> uses(int id) {
        return table.uses(id);
    }

    @Override
    public void close() {
        synchronized (traffic) {
            topic.close();
        }
    }
}
