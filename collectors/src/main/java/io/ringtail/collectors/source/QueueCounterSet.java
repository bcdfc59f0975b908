package io.ringtail.collectors.source;

import io.ringtail.collectors.driver.Scope;
import io.ringtail.collectors.driver.StatisticsPlan;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.QueueScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of an interface's queues of one read, from two tellers: what netdev netlink tells of a queue is believed
 * before what the driver's statistics say. One owner.
 */
final class QueueCounterSet {
    private final Map<Key, List<CounterDelta>> queues = new LinkedHashMap<>();

    void add(Direction direction, int queue, List<CounterDelta> counters) {
        of(QueueScope.QUEUE, direction, queue).addAll(counters);
    }

    void add(StatisticsPlan.Series series, CounterDelta counter) {
        of(scope(series.scope()), series.direction(), series.number()).add(counter);
    }

    /** Whether nobody told this series yet. */
    boolean lacks(StatisticsPlan.Series series) {
        List<CounterDelta> told = queues.get(new Key(scope(series.scope()), series.direction(), series.number()));
        for (int i = 0; told != null && i < told.size(); i++) {
            if (told.get(i).getName().equals(series.name())) {
                return false;
            }
        }
        return true;
    }

    List<QueueCounters> all() {
        List<QueueCounters> all = new ArrayList<>(queues.size());
        queues.forEach((key, counters) -> all.add(new QueueCounters(key.direction, key.queue, counters, key.scope)));
        return all;
    }

    private List<CounterDelta> of(QueueScope scope, Direction direction, int queue) {
        return queues.computeIfAbsent(new Key(scope, direction, queue), _ -> new ArrayList<>());
    }

    private static QueueScope scope(Scope scope) {
        return switch (scope) {
            case RING -> QueueScope.RING;
            case XSK -> QueueScope.XSK;
            case XDP -> QueueScope.XDP;
            default -> QueueScope.QUEUE;
        };
    }

    private record Key(QueueScope scope, Direction direction, int queue) {}
}
