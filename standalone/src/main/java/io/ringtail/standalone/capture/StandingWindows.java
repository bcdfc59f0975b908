package io.ringtail.standalone.capture;

import io.ringtail.processors.topology.Processing;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The windows that stand at the end of a replay: of each the last revision, whose number is set to 0, since how often one
 * was published on the way depends on how fast the records came.
 */
public final class StandingWindows {
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final byte[] SYNC = "ringtail-windows".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, Object> kafka;
    private final SchemaRegistry registry;

    StandingWindows(Map<String, Object> kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry;
    }

    /** Waits until no more come. */
    List<Window> await(Processing processing) {
        Map<String, Window> standing = new TreeMap<>();
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        RecordSerde<Window> serde = new RecordSerde<>(Window.class, registry);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            assign(consumer);
            long startMonoNs = System.nanoTime();
            long newestMonoNs = startMonoNs;
            boolean running = false;
            while (System.nanoTime() - newestMonoNs < QUIET.toNanos()
                    && System.nanoTime() - startMonoNs < DEADLINE.toNanos()
                    && processing.failure().isEmpty()) {
                boolean some = false;
                for (var record : consumer.poll(POLL)) {
                    add(serde.deserialize(record.topic(), record.value()), standing);
                    some = true;
                }
                boolean began = !running && processing.state() == Processing.State.RUNNING;
                running |= began;
                newestMonoNs = some || !running || began ? System.nanoTime() : newestMonoNs;
            }
        }
        processing.failure().ifPresent(reason -> {
            throw new IllegalStateException("the processors stopped: " + reason);
        });
        List<Window> all = new ArrayList<>(standing.values());
        all.forEach(window -> window.setRevision(0));
        return all;
    }

    /** Writes windows into an Avro file that is the same, byte by byte, for the same windows. */
    public static void write(List<Window> windows, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                DataFileWriter<Window> writer = new DataFileWriter<>(new SpecificDatumWriter<>(Window.class))) {
            writer.create(Window.getClassSchema(), out, SYNC);
            for (Window window : windows) {
                writer.append(window);
            }
        }
    }

    private static void assign(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.WINDOWS.name()).stream()
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private static void add(Window window, Map<String, Window> standing) {
        String key = window.getPathId() + '|' + window.getStartEpochNs();
        standing.merge(key, window, (old, more) -> more.getRevision() >= old.getRevision() ? more : old);
    }
}
