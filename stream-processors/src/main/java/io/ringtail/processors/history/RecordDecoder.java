package io.ringtail.processors.history;

import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topic;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Bytes of the history's topics to records. Thread safe. */
final class RecordDecoder {
    private final Map<String, RecordSerde<? extends SpecificRecord>> serdes;

    RecordDecoder(SchemaRegistry registry) {
        serdes = HistoryMapping.TOPICS.stream()
                .collect(Collectors.toMap(Topic::name, topic -> new RecordSerde<>(topic.record(), registry)));
    }

    /**
     * The record; null for a tombstone.
     *
     * @throws io.ringtail.schemas.serde.SchemaRegistryException if its schema cannot be had, now or ever
     * @throws SerializationException if the bytes are no such record
     */
    SpecificRecord decode(ConsumerRecord<byte[], byte[]> record) {
        try {
            return serdes.get(record.topic()).deserialize(record.topic(), record.value());
        } catch (SerializationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new SerializationException("cannot be decoded: " + e, e);
        }
    }
}
