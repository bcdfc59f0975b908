package io.ringtail.schemas.topic;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Number of a raw record among those of its agent's spool, in a header of the Kafka record: numbers rise, and one that
 * arrives a second time, because its acknowledgement was not seen, has the same. 16 bytes, big-endian.
 *
 * @param spool which spool, random
 * @param number rising. Unit: count
 */
public record RecordNumber(long spool, long number) {
    /** The header's name. */
    public static final String HEADER = "ringtail-record";

    /** As it stands in the header. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(spool)
                .putLong(number)
                .array();
    }

    /** From a header's value; nothing where it is none. */
    public static Optional<RecordNumber> of(byte[] bytes) {
        if (bytes == null || bytes.length != 2 * Long.BYTES) {
            return Optional.empty();
        }
        ByteBuffer from = ByteBuffer.wrap(bytes);
        return Optional.of(new RecordNumber(from.getLong(), from.getLong()));
    }
}
