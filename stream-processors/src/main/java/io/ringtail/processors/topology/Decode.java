package io.ringtail.processors.topology;

import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bytes to records. What cannot be decoded goes to the dead letters with its place and the reason, in the same
 * transaction as its offset, and the stream goes on; only a registry that does not answer stops it. Owned by the
 * stream's thread.
 */
final class Decode implements Processor<byte[], byte[], String, SpecificRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(Decode.class);
    private static final int MOST_BYTES = 900_000;

    private final Topic topic;
    private final RecordSerde<? extends SpecificRecord> serde;
    private final List<String> next;
    private ProcessorContext<String, SpecificRecord> context;
    private long undecodable;

    /** For these stages; the first one's dead letters take what cannot be decoded. */
    Decode(Topic topic, RecordSerde<? extends SpecificRecord> serde, List<String> next) {
        this.topic = topic;
        this.serde = serde;
        this.next = List.copyOf(next);
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (record.key() == null) {
            bury(record, "no key");
            return;
        }
        SpecificRecord value;
        try {
            value = serde.deserialize(topic.name(), record.value());
        } catch (RuntimeException e) {
            if (e instanceof SchemaRegistryException && e.getCause() != null) {
                throw e;
            }
            bury(record, e.getMessage() == null ? e.toString() : e.getMessage());
            return;
        }
        String fault = fault(value);
        if (fault != null) {
            bury(record, fault);
            return;
        }
        Record<String, SpecificRecord> decoded =
                record.withKey(new String(record.key(), StandardCharsets.UTF_8)).withValue(value);
        next.forEach(stage -> context.forward(decoded, stage));
    }

    /** What a record of the right schema cannot be used for; null where it can. */
    private static String fault(SpecificRecord value) {
        boolean uneven = value instanceof RoundTrips batch
                && batch.getSendOffsetsNs().size() != batch.getRttsNs().size();
        return uneven ? "as many sendOffsetsNs as rttsNs are needed" : null;
    }

    private void bury(Record<byte[], byte[]> record, String reason) {
        RecordMetadata at = context.recordMetadata().orElseThrow();
        if (undecodable++ == 0) {
            LOG.warn(
                    "Cannot use the record at {} partition {} offset {}: {}. It is in {}; further ones of this topic"
                            + " are only counted there.",
                    at.topic(),
                    at.partition(),
                    at.offset(),
                    reason,
                    Topics.DEAD_LETTERS.name());
        }
        DeadLetter letter = DeadLetters.letter(at, record.timestamp(), reason, record.key(), record.value());
        context.forward(new Record<>(at.topic(), letter, record.timestamp()), Nodes.deadLetters(next.getFirst()));
    }

    /** Makes dead letters. */
    static final class DeadLetters {
        private DeadLetters() {}

        static DeadLetter letter(RecordMetadata at, long timestampMs, String reason, byte[] key, byte[] value) {
            return new DeadLetter(at.topic(), at.partition(), at.offset(), timestampMs, reason, cut(key), cut(value));
        }

        private static ByteBuffer cut(byte[] bytes) {
            if (bytes == null) {
                return null;
            }
            return ByteBuffer.wrap(bytes.length > MOST_BYTES ? Arrays.copyOf(bytes, MOST_BYTES) : bytes);
        }
    }
}
