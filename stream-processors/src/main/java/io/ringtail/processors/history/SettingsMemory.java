package io.ringtail.processors.history;

import io.ringtail.processors.history.StoredState.SettingName;
import io.ringtail.processors.history.StoredState.SettingValue;
import io.ringtail.processors.history.StoredState.SettingsObject;
import io.ringtail.processors.history.StoredState.StoredSettings;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Snapshots of settings to rows, one whenever a value begins to hold; what is only restated gives none. Remembers the
 * last snapshot of each object, at first from the store. A snapshot not newer than that was written before. Owned by the
 * writer's thread.
 */
final class SettingsMemory {
    private static final int REMEMBERED = 10_000;
    static final SettingValue GONE = new SettingValue(null, "gone");

    private final StoredState stored;
    private final Map<SettingsObject, StoredSettings> known = new LruMap<>(REMEMBERED);

    SettingsMemory(StoredState stored) {
        this.stored = stored;
    }

    /** The rows for all values that differ from the object's snapshot before. */
    List<HistoryRow> rows(Settings settings) {
        Origin origin = settings.getOrigin();
        SettingsObject object = new SettingsObject(origin.getHost(), origin.getNetns(), settings.getObject());
        long micros = Micros.of(origin, origin.getEpochNs());
        StoredSettings before = before(object);
        if (micros <= before.sinceMicros()) {
            return List.of();
        }
        Map<SettingName, SettingValue> values = values(settings);
        List<HistoryRow> rows = differences(object, micros, before.values(), values, origin.getSimulated());
        known.put(object, new StoredSettings(micros, values));
        return rows;
    }

    /** Forgets everything: another writer may write from now on. */
    void forget() {
        known.clear();
    }

    private StoredSettings before(SettingsObject object) {
        return known.computeIfAbsent(
                object, each -> stored.settings(each).orElse(new StoredSettings(Long.MIN_VALUE, Map.of())));
    }

    private static Map<SettingName, SettingValue> values(Settings settings) {
        Map<SettingName, SettingValue> values = new LinkedHashMap<>();
        for (Setting each : settings.getValues()) {
            SettingValue value = settings.getGone() ? GONE : new SettingValue(each.getValue(), each.getAbsence());
            values.put(new SettingName(each.getName(), Texts.orNull(each.getQueue())), value);
        }
        return values;
    }

    private static List<HistoryRow> differences(
            SettingsObject object,
            long micros,
            Map<SettingName, SettingValue> before,
            Map<SettingName, SettingValue> after,
            boolean simulated) {
        List<HistoryRow> rows = new ArrayList<>();
        for (SettingName name : union(before, after)) {
            SettingValue value = after.getOrDefault(name, GONE);
            if (!value.equals(before.get(name))) {
                rows.add(row(object, micros, name, value, simulated));
            }
        }
        return rows;
    }

    private static Iterable<SettingName> union(
            Map<SettingName, SettingValue> before, Map<SettingName, SettingValue> after) {
        TreeSet<SettingName> names = new TreeSet<>(SettingsMemory::compare);
        names.addAll(before.keySet());
        names.addAll(after.keySet());
        return names;
    }

    private static int compare(SettingName one, SettingName two) {
        int byName = one.name().compareTo(two.name());
        return byName != 0 ? byName : String.valueOf(one.queue()).compareTo(String.valueOf(two.queue()));
    }

    private static HistoryRow row(
            SettingsObject object, long micros, SettingName name, SettingValue value, boolean simulated) {
        return HistoryRow.of(
                HistoryTable.SETTINGS,
                micros,
                object.host(),
                Texts.orNull(object.netns()),
                object.object(),
                name.name(),
                name.queue(),
                value.value(),
                Texts.orNull(Knobs.unit(name.name())),
                value.absence(),
                simulated);
    }
}
