package io.ringtail.standalone.simulate;

import io.ringtail.processors.topology.Topologies;
import io.ringtail.processors.topology.TopologyConfig;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Settings;
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

/** A scenario through the topology of production under virtual time. Owned by one test. */
final class SimulatedStreams implements AutoCloseable {
    static final long START_EPOCH_NS = 1_800_000_000L * 1_000_000_000L;
    private static final long MS_NS = 1_000_000;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final Path directory;
    private final TopologyTestDriver driver;
    private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
    private final Map<Class<?>, RecordSerde<SpecificRecord>> serdes = new HashMap<>();
    private final Map<Topic, TestOutputTopic<String, ? extends SpecificRecord>> outputs = new HashMap<>();
    private final Map<Topic, List<SpecificRecord>> told = new HashMap<>();

    SimulatedStreams() {
        try {
            directory = Files.createTempDirectory("ringtail-simulated");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "simulated");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        TopologyConfig production = TopologyConfig.DEFAULT;
        driver = new TopologyTestDriver(
                Topologies.build(registry, production), properties, Instant.ofEpochMilli(START_EPOCH_NS / MS_NS));
    }

    /** Runs a scenario to its end. */
    SimulatedStreams run(Scenario scenario) {
        Simulation simulation = new Simulation(scenario, START_EPOCH_NS);
        while (simulation.hasNext()) {
            simulation.next(this::send);
            driver.advanceWallClockTime(SECOND);
        }
        return this;
    }

    /** Everything that was written to a topic, in order. */
    @SuppressWarnings("unchecked") // The catalogue says which class a topic's values have.
    <T extends SpecificRecord> List<T> all(Topic topic, Class<T> type) {
        TestOutputTopic<String, T> output = (TestOutputTopic<String, T>) outputs.computeIfAbsent(
                topic,
                each -> driver.createOutputTopic(
                        each.name(), new StringDeserializer(), new RecordSerde<>(type, registry)));
        List<T> records = (List<T>) told.computeIfAbsent(topic, each -> new ArrayList<>());
        records.addAll(output.readValuesToList());
        return records;
    }

    /** The standing revision of each window, in the order of time. */
    List<Window> windows() {
        Map<String, Window> standing = new LinkedHashMap<>();
        for (Window window : all(Topics.WINDOWS, Window.class)) {
            standing.merge(
                    window.getPathId() + window.getStartEpochNs(),
                    window,
                    (one, other) -> one.getRevision() > other.getRevision() ? one : other);
        }
        return standing.values().stream()
                .sorted(Comparator.comparing(Window::getStartEpochNs))
                .toList();
    }

    private void send(SpecificRecord record) {
        Topic topic = Topics.of(record.getClass());
        Origin origin =
                (Origin) record.get(record.getSchema().getField("origin").pos());
        String key =
                record instanceof Settings settings ? origin.getHost() + "||" + settings.getObject() : origin.getHost();
        inputs.computeIfAbsent(
                        topic,
                        each -> driver.createInputTopic(
                                each.name(), new ByteArraySerializer(), new ByteArraySerializer()))
                .pipeInput(key.getBytes(StandardCharsets.UTF_8), bytes(topic, record), origin.getEpochNs() / MS_NS);
    }

    private byte[] bytes(Topic topic, SpecificRecord record) {
        return serdes.computeIfAbsent(record.getClass(), this::serde).serialize(topic.name(), record);
    }

    @SuppressWarnings("unchecked") // A serde of the value's own class.
    private RecordSerde<SpecificRecord> serde(Class<?> type) {
        return new RecordSerde<>((Class<SpecificRecord>) type, registry);
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
