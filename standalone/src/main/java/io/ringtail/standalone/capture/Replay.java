package io.ringtail.standalone.capture;

import io.ringtail.processors.topology.Processing;
import io.ringtail.processors.topology.TopologyConfig;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistries;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.HostPartition;
import io.ringtail.schemas.topic.RecordNumber;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.schemas.topic.Topics;
import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Runs recorded records through the processors again: on a broker of its own, so on topics and an application id of its
 * own run, where old event times are kept whatever the retention is elsewhere. Owned by one thread.
 */
public final class Replay {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int PRODUCER_DEADLINE_MS = 60_000;

    private final Path file;
    private final Path directory;
    private final boolean realSpeed;
    private long firstTimestampMs = -1;
    private long startMonoNs;
    private final String run = "ringtail-replay-" + UUID.randomUUID();
    private long count;

    /**
     * Prepares one.
     *
     * @param directory an empty one for broker and state
     * @param realSpeed whether records come as far apart as they did; otherwise as fast as they can be processed
     */
    public Replay(Path file, Path directory, boolean realSpeed) {
        this.file = file;
        this.directory = directory;
        this.realSpeed = realSpeed;
    }

    /**
     * Replays all of it.
     *
     * @return the standing windows, by path and start
     * @throws IOException where the file cannot be read
     */
    public List<Window> run() throws IOException, InterruptedException {
        KnownPaths paths = KnownPaths.of(file);
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory.resolve("kafka")))) {
            Map<String, Object> kafka = new HashMap<>(broker.clientProperties());
            kafka.put("enable.metrics.push", false);
            TopicAdmin.ensure(kafka, Optional.of((short) 1), DEADLINE);
            keepAll(kafka);
            try (SchemaRegistry registry = SchemaRegistries.open(kafka, Optional.empty());
                    Processing processing = processing(kafka, registry);
                    KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
                paths.produce(producer, registry);
                processing.start();
                KnownPaths.awaitKnown(kafka, run);
                produce(producer, registry);
                return new StandingWindows(kafka, registry).await(processing);
            }
        }
    }

    /** Records replayed. */
    public long count() {
        return count;
    }

    private Processing processing(Map<String, Object> kafka, SchemaRegistry registry) {
        return new Processing(
                kafka, registry, new Processing.Config(run, directory.resolve("state"), 1, TopologyConfig.DEFAULT));
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> kafka) {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put("acks", "all");
        properties.put("linger.ms", 5);
        properties.put("max.block.ms", PRODUCER_DEADLINE_MS);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void produce(KafkaProducer<byte[], byte[]> producer, SchemaRegistry registry) throws IOException {
        Map<String, Topic> topics = new HashMap<>();
        Map<String, RecordSerde<SpecificRecord>> serdes = new HashMap<>();
        for (Topic topic : CaptureFile.topics()) {
            topics.put(topic.name(), topic);
            serdes.put(topic.name(), serde(topic, registry));
        }
        CaptureFile.read(file, captured -> {
            await(captured.timestampMs());
            var unused = producer.send(message(captured, topics.get(captured.topic()), serdes));
            count++;
        });
        producer.flush();
    }

    @SuppressWarnings("unchecked") // the catalogue says which class a topic's values have
    private static RecordSerde<SpecificRecord> serde(Topic topic, SchemaRegistry registry) {
        return new RecordSerde<>((Class<SpecificRecord>) (Class<?>) topic.record(), registry);
    }

    private static ProducerRecord<byte[], byte[]> message(
            Captured captured, Topic topic, Map<String, RecordSerde<SpecificRecord>> serdes) {
        String host = HostPartition.hostOf(new String(captured.key(), StandardCharsets.UTF_8));
        byte[] value = serdes.get(captured.topic()).serialize(captured.topic(), captured.value());
        int partition = HostPartition.of(host, topic.partitions());
        var message = new ProducerRecord<>(captured.topic(), partition, captured.timestampMs(), captured.key(), value);
        if (captured.number() != null) {
            message.headers().add(RecordNumber.HEADER, captured.number());
        }
        return message;
    }

    private void await(long timestampMs) {
        if (firstTimestampMs < 0) {
            firstTimestampMs = timestampMs;
            startMonoNs = System.nanoTime();
        }
        long dueMonoNs = startMonoNs + (timestampMs - firstTimestampMs) * 1_000_000;
        while (realSpeed && System.nanoTime() < dueMonoNs) {
            LockSupport.parkNanos(dueMonoNs - System.nanoTime());
        }
    }

    /** Event times of a recording may be older than any retention. */
    private static void keepAll(Map<String, Object> kafka) throws InterruptedException {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (Topic topic : Topics.all()) {
            changes.put(
                    new ConfigResource(ConfigResource.Type.TOPIC, topic.name()),
                    new ArrayList<>(List.of(
                            set(TopicConfig.RETENTION_MS_CONFIG, "-1"),
                            set(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString(Long.MAX_VALUE)))));
        }
        try (Admin admin = Admin.create(kafka)) {
            admin.incrementalAlterConfigs(changes).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot keep old records: " + e.getCause(), e);
        }
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }
}
