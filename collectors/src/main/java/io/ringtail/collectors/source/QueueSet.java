package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.QueueStats;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.QueueCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The queues of one interface that have counters. A queue that is not told of any more ends: under the same number it
 * is a new one. Owner: the thread of {@link RingsSource}.
 */
final class QueueSet {
    static final String NAME = "queue-counters";

    private final QueueStatsReader reader;
    private final Map<Key, QueueSeries> known = new HashMap<>();

    QueueSet(QueueStatsReader reader) {
        this.reader = reader;
    }

    /** Reads them; what the kernel refuses is told in {@code absent}. */
    List<QueueCounters> read(int ifindex, long monoNs, String bootId, List<Absence> absent) {
        try {
            return observe(reader.queueStats(ifindex), monoNs, bootId);
        } catch (Errno e) {
            absent.add(new Absence(NAME, Errno.absence(e.number())));
        } catch (RuntimeException e) {
            absent.add(new Absence(NAME, String.valueOf(e.getMessage())));
        }
        known.values().forEach(QueueSeries::missed);
        return List.of();
    }

    private List<QueueCounters> observe(List<QueueStats> stats, long monoNs, String bootId) {
        List<QueueCounters> queues = new ArrayList<>(stats.size());
        Set<Key> present = new HashSet<>();
        for (QueueStats queue : stats) {
            Key key = new Key(queue.direction(), queue.queue());
            if (present.add(key)) {
                queues.add(known.computeIfAbsent(key, _ -> new QueueSeries()).observe(queue, monoNs, bootId));
            }
        }
        known.keySet().retainAll(present);
        return queues;
    }

    private record Key(QueueStats.Direction direction, int queue) {}
}
