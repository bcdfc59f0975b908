package io.ringtail.processors.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the store has already, asked where the writer's own memory does not reach.
 *
 * <p>Its methods throw {@link HistoryException} while the store is away.
 */
interface StoredState {
    /**
     * A stored window.
     *
     * @param startMicros its start
     * @param revision its revision
     * @param buckets its buckets that have samples
     */
    record StoredWindow(long startMicros, int revision, List<Integer> buckets) {}

    /** An object that has settings. */
    record SettingsObject(String host, String netns, String object) {}

    /** A setting of an object; queue is null where it is the whole object's. */
    record SettingName(String name, String queue) {}

    /** A setting's value or the reason for its absence; one of the two is null. */
    record SettingValue(String value, String absence) {}

    /**
     * An object's newest settings.
     *
     * @param sinceMicros when the newest of them began
     * @param values all of them
     */
    record StoredSettings(long sinceMicros, Map<SettingName, SettingValue> values) {}

    /** Start of the newest window of a path, microseconds; empty where there is none. */
    Optional<Long> newestWindowMicros(String pathId);

    /** Windows of a path from a moment to another, which does not belong to it. */
    List<StoredWindow> windows(String pathId, long fromMicros, long toMicros);

    /** The newest settings of an object; empty where there are none. */
    Optional<StoredSettings> settings(SettingsObject object);
}
