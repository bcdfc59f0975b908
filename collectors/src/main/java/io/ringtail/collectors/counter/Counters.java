package io.ringtail.collectors.counter;

import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import java.nio.ByteBuffer;

/** Counters as records. */
public final class Counters {
    private Counters() {}

    /** Observes a value and makes its record. */
    public static CounterDelta observe(CounterTracker tracker, int index, String name, long value, long monoNs) {
        Verdict verdict = tracker.observe(index, value, monoNs);
        Long delta = Verdicts.hasDelta(verdict) ? (Long) tracker.delta() : null;
        return new CounterDelta(name, delta, tracker.intervalNs(), verdict, u64(value));
    }

    /** An unsigned value's bits as the record has them. */
    public static U64 u64(long bits) {
        return new U64(ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
    }

    /** The bits of a record's unsigned value. */
    public static long bits(U64 value) {
        return ByteBuffer.wrap(value.bytes()).getLong();
    }
}
