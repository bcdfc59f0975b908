package io.ringtail.collectors.publish;

import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;

/**
 * A raw record on its way: encoded, but without its schema's id, which only a registry gives. Its arrays are not changed.
 *
 * @param topic where it goes
 * @param key its key
 * @param epochMs event time by the host's clock. Unit: ms since 1970-01-01 UTC
 * @param schema schema that it was written with
 * @param body Avro, without a header
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy per access would be garbage for each record
record Parcel(Topic topic, byte[] key, long epochMs, Schema schema, byte[] body) {
    private static final int HEADER = 5;
    private static final int OVERHEAD = 256;

    /** What it costs in memory, roughly. Unit: bytes. */
    int weight() {
        return body.length + key.length + OVERHEAD;
    }

    boolean isHeartbeat() {
        return topic.equals(Topics.AGENTS);
    }

    /** The subject of its schema. */
    String subject() {
        return topic.name() + "-value";
    }

    /** In the Confluent wire format. */
    byte[] value(int schemaId) {
        return ByteBuffer.allocate(HEADER + body.length)
                .put((byte) 0)
                .putInt(schemaId)
                .put(body)
                .array();
    }
}
