package io.ringtail.processors.topology;

import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;

/** The topology under virtual time, in a directory of its own. Owned by one test. */
final class Streams implements AutoCloseable {
    static final TopologyConfig CONFIG = config(1);

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final Path directory;
    private final TopologyTestDriver driver;
    private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
    private final TestOutputTopic<String, Window> windows;
    private final TestOutputTopic<String, Change> changes;
    private final TestOutputTopic<String, Epoch> epochs;
    private final TestOutputTopic<String, Effect> effects;
    private final TestOutputTopic<String, TailAssociations> associations;
    private final TestOutputTopic<String, TailShift> shifts;
    private final TestOutputTopic<String, Alert> alerts;
    private final TestOutputTopic<String, DeadLetter> deadLetters;
    private final List<Window> allWindows = new ArrayList<>();

    Streams(long startEpochMs) {
        this(startEpochMs, CONFIG);
    }

    Streams(long startEpochMs, TopologyConfig config) {
        try {
            directory = Files.createTempDirectory("ringtail-streams");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        driver = new TopologyTestDriver(
                Topologies.build(registry, config), properties, Instant.ofEpochMilli(startEpochMs));
        windows = output(Topics.WINDOWS, Window.class);
        changes = output(Topics.CHANGES, Change.class);
        epochs = output(Topics.EPOCHS, Epoch.class);
        effects = output(Topics.EFFECTS, Effect.class);
        associations = output(Topics.ASSOCIATIONS, TailAssociations.class);
        shifts = output(Topics.SHIFTS, TailShift.class);
        alerts = output(Topics.ALERTS, Alert.class);
        deadLetters = output(Topics.DEAD_LETTERS, DeadLetter.class);
    }

    private <T extends SpecificRecord> TestOutputTopic<String, T> output(Topic topic, Class<T> type) {
        return driver.createOutputTopic(topic.name(), new StringDeserializer(), new RecordSerde<>(type, registry));
    }

    /** The production configuration, but for the number of partitions. */
    static TopologyConfig config(int partitions) {
        TopologyConfig production = TopologyConfig.DEFAULT;
        return new TopologyConfig(
                production.epochs(),
                production.responderWait(),
                production.retention(),
                production.silentAfter(),
                production.caughtUp(),
                production.registration(),
                production.forgetPaths(),
                partitions,
                production.alerts());
    }

    void send(Topic topic, String key, SpecificRecord value, long timestampMs) {
        sendBytes(topic, key, bytes(topic, value), timestampMs);
    }

    void sendBytes(Topic topic, String key, byte[] value, long timestampMs) {
        inputs.computeIfAbsent(
                        topic,
                        each -> driver.createInputTopic(
                                each.name(), new ByteArraySerializer(), new ByteArraySerializer()))
                .pipeInput(key.getBytes(StandardCharsets.UTF_8), value, timestampMs);
    }

    /** Lets the wall clock go on. */
    void elapse(Duration time) {
        driver.advanceWallClockTime(time);
    }

    @SuppressWarnings("unchecked") // The catalogue says which class a topic's values have.
    private byte[] bytes(Topic topic, SpecificRecord value) {
        RecordSerde<SpecificRecord> serde =
                new RecordSerde<>((Class<SpecificRecord>) (Class<?>) topic.record(), registry);
        return serde.serialize(topic.name(), value);
    }

    /** Every revision published so far, in order. */
    List<Window> revisions() {
        allWindows.addAll(windows.readValuesToList());
        return allWindows;
    }

    /** The standing revision of each window of each path, by path and start. */
    Collection<Window> standing() {
        Map<String, Window> last = new LinkedHashMap<>();
        revisions().stream()
                .sorted(Comparator.comparing(Window::getPathId)
                        .thenComparing(Window::getStartEpochNs)
                        .thenComparing(Window::getRevision))
                .forEach(window -> last.put(window.getPathId() + window.getStartEpochNs(), window));
        return last.values();
    }

    List<Change> changes() {
        return changes.readValuesToList();
    }

    List<Epoch> epochs() {
        return epochs.readValuesToList();
    }

    List<Effect> effects() {
        return effects.readValuesToList();
    }

    List<TailAssociations> associations() {
        return associations.readValuesToList();
    }

    List<TailShift> shifts() {
        return shifts.readValuesToList();
    }

    /** Transitions since the last call, in order. */
    List<Alert> alerts() {
        return alerts.readValuesToList();
    }

    List<DeadLetter> deadLetters() {
        return deadLetters.readValuesToList();
    }

    /** Whether settings took the hop to the partition of their host. */
    boolean hasHopped() {
        return driver.producedTopicNames().contains(Topics.SETTINGS_BY_HOST.name());
    }

    /** Entries of a store. */
    long count(String store) {
        long count = 0;
        try (KeyValueIterator<String, Object> all =
                driver.<String, Object>getKeyValueStore(store).all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    /** Size of a store's largest value, as it is kept. */
    int valueBytes(String store) {
        int most = 0;
        try (KeyValueIterator<String, SpecificRecord> all =
                driver.<String, SpecificRecord>getKeyValueStore(store).all()) {
            while (all.hasNext()) {
                SpecificRecord value = all.next().value;
                most = Math.max(most, encoded(value));
            }
        }
        return most;
    }

    @SuppressWarnings("unchecked") // A serde of the value's own class.
    private int encoded(SpecificRecord value) {
        RecordSerde<SpecificRecord> serde = new RecordSerde<>((Class<SpecificRecord>) value.getClass(), registry);
        return serde.serialize("size", value).length;
    }

    @Override
    public void close() {
        driver.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
