package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.QueueStats;
import io.ringtail.schemas.record.Absence;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The queues of one interface that have counters. A queue that is not told of any more ends: under the same number it
 * is a new one. Owned by its {@link InterfaceSeries}.
 */
final class QueueSet {
    static final String NAME = "queue-counters";

    private final Map<Key, QueueSeries> known = new HashMap<>();

    /** Reads them; what the kernel refuses is told in {@code absent}. */
    void read(
            QueueStatsReader reader,
            int ifindex,
            long monoNs,
            String bootId,
            List<Absence> absent,
            QueueCounterSet into) {
        try {
            observe(reader.queueStats(ifindex), monoNs, bootId, into);
            return;
        } catch (Errno e) {
            absent.add(new Absence(NAME, Errno.absence(e.number())));
        } catch (RuntimeException e) {
            absent.add(new Absence(NAME, String.valueOf(e.getMessage())));
        }
        known.values().forEach(QueueSeries::missed);
    }

    private void observe(List<QueueStats> stats, long monoNs, String bootId, QueueCounterSet into) {
        Set<Key> present = new HashSet<>();
        for (QueueStats queue : stats) {
            Key key = new Key(queue.direction(), queue.queue());
            if (present.add(key)) {
                known.computeIfAbsent(key, _ -> new QueueSeries()).observe(queue, monoNs, bootId, into);
            }
        }
        known.keySet().retainAll(present);
    }

    private record Key(QueueStats.Direction direction, int queue) {}
}
