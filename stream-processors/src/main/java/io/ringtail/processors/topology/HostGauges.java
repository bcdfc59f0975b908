package io.ringtail.processors.topology;

import io.ringtail.schemas.record.GaugesPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The last gauges of each host, for paths that become known only now: their registration takes a moment, on a replay
 * some more. Owned by the stream's thread.
 */
final class HostGauges {
    /** How long they are kept, in the host's event time. */
    static final Duration KEPT = Duration.ofMinutes(2);

    /** Stands for the whole host, which belongs to every interface. */
    static final String WHOLE_HOST = "";

    private static final StringSerializer KEY = new StringSerializer();

    private final KeyValueStore<String, GaugesPart> store;

    HostGauges(KeyValueStore<String, GaugesPart> store) {
        this.store = store;
    }

    /** Gauges of an interface, or of the whole host. */
    void add(String host, String netns, String iface, GaugesPart part) {
        String prefix = prefix(host, netns, iface);
        store.put(prefix + Keys.moment(part.getMiddleEpochNs()) + part.getSource(), part);
        String before = prefix + Keys.moment(part.getMiddleEpochNs() - KEPT.toNanos());
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, GaugesPart> found = store.range(prefix, before)) {
            found.forEachRemaining(each -> old.add(each.key));
        }
        old.forEach(store::delete);
    }

    /** What is kept of an interface, in the order of time. */
    List<GaugesPart> of(String host, String netns, String iface) {
        List<GaugesPart> all = new ArrayList<>();
        try (KeyValueIterator<String, GaugesPart> found = store.prefixScan(prefix(host, netns, iface), KEY)) {
            while (found.hasNext()) {
                KeyValue<String, GaugesPart> each = found.next();
                all.add(each.value);
            }
        }
        return all;
    }

    private static String prefix(String host, String netns, String iface) {
        return Keys.prefix(host, netns, iface);
    }
}
