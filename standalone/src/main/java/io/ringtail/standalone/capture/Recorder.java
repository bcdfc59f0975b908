package io.ringtail.standalone.capture;

import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.RecordNumber;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Writes the raw records of the brokers into a file, from now on, or from the oldest that are kept; the settings in force
 * at the beginning always, since a replay needs them. Owned by one thread.
 */
public final class Recorder {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> kafka;
    private final Map<String, RecordSerde<? extends SpecificRecord>> serdes = new HashMap<>();
    private final boolean fromStart;
    private final Optional<Anonymiser> anonymiser;
    private long undecodable;

    /**
     * Prepares one.
     *
     * @param kafka properties of the client
     * @param registry schemas, which the caller closes
     * @param fromStart whether to begin with the oldest records that the brokers keep
     * @param anonymise whether to hash addresses and names of processes
     */
    public Recorder(Map<String, Object> kafka, SchemaRegistry registry, boolean fromStart, boolean anonymise) {
        this.kafka = kafka;
        this.fromStart = fromStart;
        this.anonymiser = anonymise ? Optional.of(new Anonymiser()) : Optional.empty();
        CaptureFile.topics().forEach(topic -> serdes.put(topic.name(), new RecordSerde<>(topic.record(), registry)));
    }

    /**
     * Records until it is told to end.
     *
     * @return records written
     */
    public long run(Path file, BooleanSupplier ended) throws IOException {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer();
                CaptureFile to = new CaptureFile(file)) {
            seek(consumer);
            while (!ended.getAsBoolean()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    write(record, to);
                }
            }
            return to.count();
        }
    }

    /** Records that could not be decoded and are not in the file. */
    public long undecodable() {
        return undecodable;
    }

    private void write(ConsumerRecord<byte[], byte[]> record, CaptureFile to) throws IOException {
        if (record.key() == null) {
            undecodable++;
            return;
        }
        try {
            Captured captured = captured(record);
            to.write(anonymiser.map(each -> each.of(captured)).orElse(captured));
        } catch (SerializationException e) {
            undecodable++;
        }
    }

    private Captured captured(ConsumerRecord<byte[], byte[]> record) {
        Header number = record.headers().lastHeader(RecordNumber.HEADER);
        SpecificRecord value = serdes.get(record.topic()).deserialize(record.topic(), record.value());
        return new Captured(
                record.topic(), record.key(), record.timestamp(), number == null ? null : number.value(), value);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private void seek(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> old = new ArrayList<>();
        List<TopicPartition> fresh = new ArrayList<>();
        for (Topic topic : CaptureFile.topics()) {
            boolean all = fromStart || topic.equals(Topics.SETTINGS);
            consumer.partitionsFor(topic.name())
                    .forEach(each -> (all ? old : fresh).add(new TopicPartition(topic.name(), each.partition())));
        }
        List<TopicPartition> both = new ArrayList<>(old);
        both.addAll(fresh);
        consumer.assign(both);
        consumer.seekToBeginning(old);
        consumer.seekToEnd(fresh);
    }
}
