package io.ringtail.collectors;

import io.ringtail.collectors.publish.ClockOffset;
import io.ringtail.collectors.publish.PublishCounts;
import io.ringtail.collectors.publish.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;

/** Keeps what was published. */
public final class RecordingPublisher implements Publisher {
    private final List<SpecificRecord> records = new CopyOnWriteArrayList<>();
    private final AtomicInteger flushes = new AtomicInteger();

    @Override
    public void publish(SpecificRecord record) {
        records.add(record);
    }

    /** All of a class, in order. */
    public <T extends SpecificRecord> List<T> all(Class<T> type) {
        return records.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** How often it was flushed. */
    public int flushes() {
        return flushes.get();
    }

    @Override
    public PublishCounts counts() {
        return new PublishCounts(records.size(), records.size(), 0);
    }

    @Override
    public Optional<ClockOffset> clock() {
        return Optional.of(new ClockOffset(3_000_000, 600_000));
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    @Override
    public boolean flush(Duration atMost) {
        flushes.incrementAndGet();
        return true;
    }

    @Override
    public void close() {}
}
