package io.ringtail.processors.topology;

import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.PathFact;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Gauges of both ends of each path, by their own clocks: a window looks them up. Owned by the stream's thread. */
final class PathGauges {
    private final KeyValueStore<String, GaugesPart> store;

    PathGauges(KeyValueStore<String, GaugesPart> store) {
        this.store = store;
    }

    void add(PathFact fact, GaugesPart part) {
        store.put(
                prefix(fact.getPathId(), fact.getEnd()) + Keys.moment(part.getMiddleEpochNs()) + part.getSource(),
                part);
    }

    /** What lies in a stretch of the end's clock, in the order of time. */
    List<GaugesPart> within(String pathId, End end, long fromNs, long toNs) {
        return scan(pathId, end, fromNs, toNs).stream().map(each -> each.value).toList();
    }

    /** Forgets what lies before a moment of the end's clock, as far back as it was kept. */
    void forget(String pathId, End end, long fromNs, long toNs) {
        scan(pathId, end, fromNs, toNs).forEach(each -> store.delete(each.key));
    }

    private List<KeyValue<String, GaugesPart>> scan(String pathId, End end, long fromNs, long toNs) {
        String prefix = prefix(pathId, end);
        List<KeyValue<String, GaugesPart>> all = new ArrayList<>();
        try (KeyValueIterator<String, GaugesPart> found =
                store.range(prefix + Keys.moment(fromNs), prefix + Keys.moment(toNs))) {
            found.forEachRemaining(all::add);
        }
        return all;
    }

    private static String prefix(String pathId, End end) {
        return Keys.prefix(pathId, end.name());
    }
}
