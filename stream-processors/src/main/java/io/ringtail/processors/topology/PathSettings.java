package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.EpochTimeline;
import io.ringtail.processors.analysis.SettingsVersion;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.PathFact;
import io.ringtail.schemas.record.SettingsPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Versions of the settings of both ends of each path, and the time lines they make. Owned by the stream's thread. */
final class PathSettings {
    private static final StringSerializer KEY = new StringSerializer();
    private static final int MOST_VERSIONS = 64;

    private final KeyValueStore<String, SettingsPart> store;
    private final TopologyConfig config;
    private final Map<String, EpochTimeline> timelines = new HashMap<>();

    PathSettings(KeyValueStore<String, SettingsPart> store, TopologyConfig config) {
        this.store = store;
        this.config = config;
    }

    /** Adds a version; those too old for any window that is kept go, except the one then in force. */
    void add(PathFact fact, SettingsPart version, long keptNs) {
        String series = Keys.prefix(
                fact.getPathId(),
                fact.getEnd().name(),
                version.getSettings().getOrigin().getNetns(),
                version.getSettings().getObject());
        store.put(series + Keys.moment(version.getPlacedEpochNs()), version);
        timelines.remove(fact.getPathId());
        List<KeyValue<String, SettingsPart>> all = scan(series);
        long flappingNs = config.epochs().flappingWithin().toNanos();
        for (int i = 0; i + 1 < all.size(); i++) {
            boolean unused = all.get(i + 1).value.getPlacedEpochNs() < keptNs - flappingNs;
            if (unused || i < all.size() - MOST_VERSIONS) {
                store.delete(all.get(i).key);
            }
        }
    }

    /** The time line of a path. */
    EpochTimeline of(String pathId, Path path) {
        return timelines.computeIfAbsent(pathId, each -> load(each, path));
    }

    private EpochTimeline load(String pathId, Path path) {
        List<SettingsVersion> versions = new ArrayList<>();
        for (End end : End.values()) {
            scan(Keys.prefix(pathId, end.name())).forEach(each -> versions.add(new SettingsVersion(end, each.value)));
        }
        List<End> ends = PathStage.hasResponder(path) ? List.of(End.PROBER, End.RESPONDER) : List.of(End.PROBER);
        return new EpochTimeline(pathId, versions, ends, config.epochs());
    }

    private List<KeyValue<String, SettingsPart>> scan(String prefix) {
        List<KeyValue<String, SettingsPart>> all = new ArrayList<>();
        try (KeyValueIterator<String, SettingsPart> found = store.prefixScan(prefix, KEY)) {
            found.forEachRemaining(all::add);
        }
        return all;
    }
}
