package io.ringtail.processors.history;

import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends records that could not be used to their topic; a topic's first one is logged. Owned by the writer's thread. */
final class DeadLetters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
    private static final int LARGEST = 900_000;

    private final Producer<String, DeadLetter> producer;
    private final Set<String> loggedTopics = new HashSet<>();

    DeadLetters(Producer<String, DeadLetter> producer) {
        this.producer = producer;
    }

    /**
     * Sends one and waits until the broker has it: they are rare, and its offset is committed next.
     *
     * @throws KafkaException if the broker does not take it
     */
    void send(ConsumerRecord<byte[], byte[]> record, String reason) {
        if (loggedTopics.add(record.topic())) {
            LOG.warn(
                    "a record of {} (partition {}, offset {}) cannot be used: {}; it and any more go to {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    reason,
                    Topics.DEAD_LETTERS.name());
        }
        deliver(new ProducerRecord<>(Topics.DEAD_LETTERS.name(), record.topic(), letter(record, reason)));
    }

    private void deliver(ProducerRecord<String, DeadLetter> letter) {
        try {
            producer.send(letter).get();
        } catch (ExecutionException e) {
            throw new KafkaException(
                    "a dead letter was not taken: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while sending a dead letter", e);
        }
    }

    private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record, String reason) {
        return DeadLetter.newBuilder()
                .setTopic(record.topic())
                .setPartition(record.partition())
                .setOffset(record.offset())
                .setTimestampMs(record.timestamp())
                .setReason("history writer: " + reason)
                .setKey(wrapped(record.key()))
                .setValue(wrapped(record.value()))
                .build();
    }

    private static ByteBuffer wrapped(byte[] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(Arrays.copyOf(bytes, Math.min(bytes.length, LARGEST)));
    }

    @Override
    public void close() {
        producer.close();
    }
}
