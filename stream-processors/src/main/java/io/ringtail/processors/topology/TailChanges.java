package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.shift.NearbyChange;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Changes on the hosts of a path's ends, as long as windows are kept. Owned by the stream's thread. */
final class TailChanges {
    private static final int MOST_KNOBS_TOLD = 4;

    private final KeyValueStore<String, Change> store;

    TailChanges(KeyValueStore<String, Change> store) {
        this.store = store;
    }

    void put(String pathId, Change change) {
        store.put(Keys.of(pathId, Keys.moment(change.getToEpochNs()), change.getChangeId()), change);
    }

    /** All that are kept of a path, by time. */
    List<NearbyChange> of(String pathId, Path path) {
        List<NearbyChange> all = new ArrayList<>();
        try (KeyValueIterator<String, Change> found = range(pathId, 0, Long.MAX_VALUE)) {
            found.forEachRemaining(each -> all.addAll(nearby(pathId, path, each.value)));
        }
        return all;
    }

    void forgetBefore(String pathId, long beforeNs) {
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, Change> found = range(pathId, 0, beforeNs)) {
            found.forEachRemaining(each -> old.add(each.key));
        }
        old.forEach(store::delete);
    }

    private KeyValueIterator<String, Change> range(String pathId, long fromNs, long toNs) {
        return store.range(Keys.prefix(pathId) + Keys.moment(fromNs), Keys.prefix(pathId) + Keys.moment(toNs));
    }

    /** Once for an end whose object it is; otherwise once for the host, with the ends that it is. */
    private static List<NearbyChange> nearby(String pathId, Path path, Change change) {
        List<AffectedPath> own = change.getPaths().stream()
                .filter(each -> each.getPathId().equals(pathId))
                .toList();
        if (own.isEmpty()) {
            return List.of(nearby(change, ends(path, change.getHost()), false));
        }
        return own.stream()
                .map(each -> nearby(change, each.getEnd().name().toLowerCase(Locale.ROOT), true))
                .toList();
    }

    private static String ends(Path path, String host) {
        if (!path.getProberHost().equals(host)) {
            return "responder";
        }
        return path.getResponderHost().equals(host) ? "prober and responder" : "prober";
    }

    private static NearbyChange nearby(Change change, String end, boolean ofPath) {
        return new NearbyChange(
                change.getChangeId(), end, ofPath, words(change), change.getFromEpochNs(), change.getToEpochNs());
    }

    private static String words(Change change) {
        int more = change.getKnobs().size() - MOST_KNOBS_TOLD;
        String knobs = change.getKnobs().stream()
                .limit(MOST_KNOBS_TOLD)
                .map(TailChanges::words)
                .collect(Collectors.joining(", "));
        return change.getHost() + " " + change.getObject() + ": " + knobs + (more > 0 ? " and " + more + " more" : "");
    }

    private static String words(KnobChange knob) {
        String queue = knob.getQueue() == null ? "" : " [" + knob.getQueue() + "]";
        return knob.getName() + queue + " " + text(knob.getOldValue()) + " -> " + text(knob.getNewValue());
    }

    private static String text(String value) {
        return value == null ? "not known" : value;
    }
}
