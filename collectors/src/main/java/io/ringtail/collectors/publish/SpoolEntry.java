package io.ringtail.collectors.publish;

import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.zip.CRC32C;
import org.apache.avro.Schema;

/**
 * One record as it stands in a spool's segment; any bytes give an entry or nothing, never an exception.
 *
 * <pre>
 *  size
 *     4  length of what follows the checksum
 *     4  CRC-32C of that
 *     8  event time, ms since 1970-01-01 UTC
 *     8  fingerprint of the schema
 *     1  length of the topic's name, then the name in ASCII
 *     2  length of the key, then the key
 *     -  Avro body, to the end
 * </pre>
 */
final class SpoolEntry {
    /** Length and checksum. Unit: bytes. */
    static final int HEADER = 8;

    /** Longest record that is believed. Unit: bytes. */
    static final int MAX_BYTES = 16 << 20;

    private static final int LEAST = 8 + 8 + 1 + 2;

    private SpoolEntry() {}

    static byte[] encode(Parcel parcel, long fingerprint) {
        byte[] topic = parcel.topic().name().getBytes(StandardCharsets.US_ASCII);
        int length = LEAST + topic.length + parcel.key().length + parcel.body().length;
        ByteBuffer to = ByteBuffer.allocate(HEADER + length);
        to.position(HEADER);
        to.putLong(parcel.epochMs()).putLong(fingerprint);
        to.put((byte) topic.length).put(topic);
        to.putShort((short) parcel.key().length).put(parcel.key());
        to.put(parcel.body());
        to.putInt(0, length).putInt(4, checksum(to.array(), HEADER, length));
        return to.array();
    }

    /** Whether a length can be that of an entry. */
    static boolean isPlausible(int length) {
        return length >= LEAST && length <= MAX_BYTES;
    }

    /** Whether the bytes behind a header are those that it was made for. */
    static boolean isWhole(byte[] payload, int checksum) {
        return checksum(payload, 0, payload.length) == checksum;
    }

    /** The record in a payload; nothing where its topic or schema is not known any more. */
    static Optional<Parcel> decode(byte[] payload, LongFunction<Schema> schemas) {
        ByteBuffer from = ByteBuffer.wrap(payload);
        long epochMs = from.getLong();
        Schema schema = schemas.apply(from.getLong());
        byte[] name = take(from, Byte.toUnsignedInt(from.get()) + 2);
        if (name == null) {
            return Optional.empty();
        }
        from.position(from.position() - 2);
        Optional<Topic> topic = Topics.named(new String(name, 0, name.length - 2, StandardCharsets.US_ASCII));
        byte[] key = take(from, Short.toUnsignedInt(from.getShort()));
        if (key == null || schema == null) {
            return Optional.empty();
        }
        byte[] body = take(from, from.remaining());
        return topic.map(known -> new Parcel(known, key, epochMs, schema, body));
    }

    private static byte[] take(ByteBuffer from, int length) {
        if (length > from.remaining()) {
            return null;
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }
}
