package io.ringtail.processors.topology;

import java.time.Duration;
import org.apache.kafka.streams.state.KeyValueStore;

/** When each path was last registered with its hosts. Owned by the stream's thread. */
final class Registrations {
    private final KeyValueStore<String, Long> store;
    private final long everyNs;

    Registrations(KeyValueStore<String, Long> store, Duration every) {
        this.store = store;
        this.everyNs = every.toNanos();
    }

    /** Whether a path has to be registered (again) at a moment of its time; if so, notes that it was. */
    boolean isDue(String pathId, long placedEpochNs) {
        Long last = store.get(pathId);
        if (last != null && Math.abs(placedEpochNs - last) < everyNs) {
            return false;
        }
        store.put(pathId, placedEpochNs);
        return true;
    }
}
