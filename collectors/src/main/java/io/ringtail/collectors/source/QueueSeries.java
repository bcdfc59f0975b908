package io.ringtail.collectors.source;

import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.linux.QueueStats;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Direction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one queue over time. Owned by its {@link QueueSet}. */
final class QueueSeries {
    private final CounterTracker tracker = new CounterTracker(Width.U64, 4);
    private final Map<String, Integer> indexes = new HashMap<>();

    void observe(QueueStats stats, long monoNs, String bootId, QueueCounterSet into) {
        tracker.boot(bootId);
        List<CounterDelta> counters = new ArrayList<>(stats.counters().size());
        stats.counters().forEach((name, value) -> {
            int index = indexes.computeIfAbsent(name, _ -> indexes.size());
            counters.add(Counters.observe(tracker, index, name, value, monoNs));
        });
        into.add(direction(stats), stats.queue(), counters);
    }

    void missed() {
        tracker.missedAll();
    }

    private static Direction direction(QueueStats stats) {
        return switch (stats.direction()) {
            case RX -> Direction.RX;
            case TX -> Direction.TX;
        };
    }
}
