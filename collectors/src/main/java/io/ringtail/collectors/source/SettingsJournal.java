package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which snapshots are told: the first of each object, each that differs from the one before, one that has not
 * been told for some time, and the last one of an object that is gone. Reads no clock and no kernel. Owned by the
 * source's thread.
 */
final class SettingsJournal {
    private final long restateNs;
    private final Map<SettingsObject, State> states = new HashMap<>();
    private boolean started;

    SettingsJournal(Duration restate) {
        this.restateNs = restate.toNanos();
    }

    /** Takes an object's values of this read, and tells them if it is time to. */
    void observe(SettingsObject object, List<Setting> values, boolean notified, Reading reading) {
        State before = states.get(object);
        boolean told =
                before == null || !before.values.equals(values) || reading.monoNs() - before.toldMonoNs >= restateNs;
        if (told) {
            boolean differs = before == null || !before.values.equals(values);
            reading.emit(settings(object, values, trigger(differs, notified), before, reading));
        }
        long toldMonoNs = told ? reading.monoNs() : before.toldMonoNs;
        states.put(object, new State(values, reading.epochNs(), toldMonoNs));
    }

    /** Ends a read: of the objects of which none is present any more the last values are told as gone. */
    void retain(Set<SettingsObject> present, Set<SettingsObject> notified, Reading reading) {
        states.entrySet().removeIf(entry -> {
            boolean gone = !present.contains(entry.getKey());
            if (gone) {
                reading.emit(gone(entry.getKey(), entry.getValue(), notified.contains(entry.getKey()), reading));
            }
            return gone;
        });
        started = true;
    }

    private ReadTrigger trigger(boolean differs, boolean notified) {
        if (!started) {
            return ReadTrigger.START;
        }
        return differs && notified ? ReadTrigger.NOTIFICATION : ReadTrigger.REREAD;
    }

    private Settings gone(SettingsObject object, State last, boolean notified, Reading reading) {
        Settings settings = settings(object, last.values, trigger(true, notified), last, reading);
        settings.setGone(true);
        return settings;
    }

    private static Settings settings(
            SettingsObject object, List<Setting> values, ReadTrigger trigger, State before, Reading reading) {
        return Settings.newBuilder()
                .setOrigin(reading.origin())
                .setObject(object.name())
                .setObjectKind(object.kind())
                .setInterface$(object.interfaceName())
                .setTrigger(trigger)
                .setPreviousReadEpochNs(before == null ? null : before.readEpochNs)
                .setValues(values)
                .build();
    }

    /** An object's values, when they were last read, and when they were last told. */
    private record State(List<Setting> values, long readEpochNs, long toldMonoNs) {}
}
