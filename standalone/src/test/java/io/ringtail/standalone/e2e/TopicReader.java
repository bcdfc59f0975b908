package io.ringtail.standalone.e2e;

import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its start, keeping everything read; owned by the test's thread. */
final class TopicReader<T extends SpecificRecord> implements AutoCloseable {
    private static final Duration CATCH_UP = Duration.ofSeconds(60);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final RecordSerde<T> serde;
    private final Topic topic;
    private final List<T> records = new ArrayList<>();

    TopicReader(String bootstrap, Topic topic, Class<T> type, SchemaRegistry registry) {
        this.topic = topic;
        this.serde = new RecordSerde<>(type, registry);
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false,
                "enable.metrics.push",
                false));
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < topic.partitions(); i++) {
            partitions.add(new TopicPartition(topic.name(), i));
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Everything that is there now. */
    List<T> all() {
        long deadlineMonoNs = System.nanoTime() + CATCH_UP.toNanos();
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), CATCH_UP);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > deadlineMonoNs) {
                throw new AssertionError("cannot read " + topic.name() + " to its end within " + CATCH_UP);
            }
            poll(Duration.ofMillis(100));
        }
        return List.copyOf(records);
    }

    /** The first record, read or to come, that meets a condition. */
    T await(Duration limit, String what, Predicate<T> condition) {
        long deadlineMonoNs = System.nanoTime() + limit.toNanos();
        int checked = 0;
        while (true) {
            Optional<T> found = List.copyOf(records.subList(checked, records.size())).stream()
                    .filter(condition)
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            checked = records.size();
            if (System.nanoTime() > deadlineMonoNs) {
                throw new AssertionError("no " + what + " on " + topic.name() + " within " + limit + "; "
                        + records.size() + " records, the last: " + (records.isEmpty() ? "none" : records.getLast()));
            }
            poll(Duration.ofMillis(100));
        }
    }

    private void poll(Duration limit) {
        consumer.poll(limit).forEach(record -> {
            T value = serde.deserialize(record.topic(), record.value());
            if (value != null) {
                records.add(value);
            }
        });
    }

    @Override
    public void close() {
        consumer.close();
    }
}
