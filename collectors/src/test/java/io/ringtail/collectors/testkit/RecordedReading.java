package io.ringtail.collectors.testkit;

import io.ringtail.collectors.Reading;
import io.ringtail.schemas.record.Origin;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A read at a moment that the test chooses, which keeps what the source says. */
public final class RecordedReading implements Reading {
    /** The wall clock is this far ahead of the monotonic one. Unit: ns. */
    public static final long EPOCH_AHEAD_NS = 1_700_000_000_000_000_000L;

    private final long monoNs;
    private final List<SpecificRecord> records = new ArrayList<>();
    private final List<String> degraded = new ArrayList<>();

    /** A read at a moment of the monotonic clock. Unit: ns. */
    public RecordedReading(long monoNs) {
        this.monoNs = monoNs;
    }

    @Override
    public long epochNs() {
        return EPOCH_AHEAD_NS + monoNs;
    }

    @Override
    public long monoNs() {
        return monoNs;
    }

    @Override
    public Origin origin() {
        return Origin.newBuilder()
                .setHost("host-a")
                .setNetns("")
                .setBootId("boot-1")
                .setEpochNs(epochNs())
                .setMonoNs(monoNs)
                .build();
    }

    @Override
    public void emit(SpecificRecord record) {
        records.add(record);
    }

    @Override
    public void degraded(String what, String reason) {
        degraded.add(what + ": " + reason);
    }

    @Override
    public void skipped(long count) {}

    /** What was emitted, as records of one class. */
    public <T> List<T> records(Class<T> type) {
        return records.stream().map(type::cast).toList();
    }

    /** What was said to be degraded, as {@code what: reason}. */
    public List<String> degraded() {
        return degraded;
    }
}
