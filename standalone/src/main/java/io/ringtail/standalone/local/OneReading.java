package io.ringtail.standalone.local;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.linux.Clocks;
import io.ringtail.schemas.record.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** A read whose records stay here. Used by one thread. */
final class OneReading implements Reading {
    private final long epochNs = Clocks.epochNs();
    private final long monoNs = System.nanoTime();
    private final List<SpecificRecord> records = new ArrayList<>();
    private final Map<String, String> troubles = new LinkedHashMap<>();

    @Override
    public long epochNs() {
        return epochNs;
    }

    @Override
    public long monoNs() {
        return monoNs;
    }

    @Override
    public Origin origin() {
        return new Origin("", "", "", epochNs, monoNs, null, null, false);
    }

    @Override
    public void emit(SpecificRecord record) {
        records.add(record);
    }

    @Override
    public void degraded(String what, String why) {
        troubles.put(what, why);
    }

    @Override
    public void skipped(long count) {
        // The reason is told by degraded.
    }

    <T extends SpecificRecord> List<T> all(Class<T> type) {
        return records.stream().filter(type::isInstance).map(type::cast).toList();
    }

    Map<String, String> troubles() {
        return troubles;
    }
}
