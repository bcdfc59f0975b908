package io.ringtail.collectors.publish;

import io.ringtail.schemas.record.RoundTrips;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records that wait for their turn, bounded by an estimate of their memory; the oldest goes first, whether it is sent
 * or dropped. Guarded by its owner's lock.
 */
final class Waiting {
    private static final long RECORD_BYTES = 4096;
    private static final long SAMPLE_BYTES = 16;

    private final Deque<SpecificRecord> records = new ArrayDeque<>();
    private final long limit;
    private long bytes;

    Waiting(long limitBytes) {
        this.limit = limitBytes;
    }

    /** Adds the newest; how many of the oldest had to go for it. */
    int add(SpecificRecord record) {
        records.addLast(record);
        bytes += weight(record);
        int dropped = 0;
        while (bytes > limit && records.size() > 1) {
            take();
            dropped++;
        }
        return dropped;
    }

    /** Puts the oldest back. */
    void putBack(SpecificRecord record) {
        records.addFirst(record);
        bytes += weight(record);
    }

    /** Takes the oldest; null where there is none. */
    SpecificRecord take() {
        SpecificRecord record = records.pollFirst();
        bytes -= record == null ? 0 : weight(record);
        return record;
    }

    void clear() {
        records.clear();
        bytes = 0;
    }

    int size() {
        return records.size();
    }

    private static long weight(SpecificRecord record) {
        return record instanceof RoundTrips trips
                ? RECORD_BYTES
                        + SAMPLE_BYTES
                                * (trips.getRttsNs().size()
                                        + trips.getLostOffsetsNs().size())
                : RECORD_BYTES;
    }
}
