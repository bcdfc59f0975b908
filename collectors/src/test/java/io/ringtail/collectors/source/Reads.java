package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.schemas.record.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Reads a source once a second of its own clock, and keeps what the last read gave. */
final class Reads implements Reading {
    static final long SECOND_NS = 1_000_000_000;

    final List<SpecificRecord> records = new ArrayList<>();
    final Map<String, String> degraded = new TreeMap<>();
    long skipped;
    String bootId = "first";
    private long seconds;

    /** Reads once more. */
    Reads read(Source source) {
        records.clear();
        degraded.clear();
        skipped = 0;
        seconds++;
        source.read(this);
        return this;
    }

    /** The only record of the last read. */
    <T extends SpecificRecord> T only(Class<T> type) {
        if (records.size() != 1) {
            throw new AssertionError("records: " + records);
        }
        return type.cast(records.getFirst());
    }

    <T extends SpecificRecord> List<T> all(Class<T> type) {
        return records.stream().map(type::cast).toList();
    }

    @Override
    public long epochNs() {
        return 1_700_000_000_000_000_000L + monoNs();
    }

    @Override
    public long monoNs() {
        return seconds * SECOND_NS;
    }

    @Override
    public Origin origin() {
        return new Origin("host", "", bootId, epochNs(), monoNs(), null, null, false);
    }

    @Override
    public void emit(SpecificRecord record) {
        records.add(record);
    }

    @Override
    public void degraded(String what, String reason) {
        degraded.put(what, reason);
    }

    @Override
    public void skipped(long count) {
        skipped += count;
    }
}
