package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SettingsPart;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Settings of one object, snapshot after snapshot: from the one before and the next, the next version. Stateless. */
public final class SettingsHistory {
    private SettingsHistory() {}

    /**
     * What a snapshot adds.
     *
     * @param version the snapshot as a version; where it says nothing new, the one before, seen again
     * @param isNew whether it says something new
     * @param change the difference, where something known differs
     */
    public record Step(SettingsPart version, boolean isNew, Optional<Change> change) {}

    /** Takes the next snapshot; previous is null for the object's first. */
    public static Step next(SettingsPart previous, Settings snapshot, List<AffectedPath> paths) {
        Settings before = previous == null ? null : previous.getSettings();
        Settings now = SettingsDiff.effective(before, snapshot);
        if (before != null && SettingsDiff.same(before, now)) {
            return new Step(seenAgain(previous, snapshot), false, Optional.empty());
        }
        List<KnobChange> knobs = before == null ? List.of() : SettingsDiff.between(before, now);
        SettingsPart version = version(previous, now, knobs);
        Optional<Change> change = knobs.isEmpty() ? Optional.empty() : Optional.of(change(version, knobs, paths));
        return new Step(version, true, change);
    }

    private static SettingsPart version(SettingsPart previous, Settings now, List<KnobChange> knobs) {
        long epochNs = now.getOrigin().getEpochNs();
        return SettingsPart.newBuilder()
                .setSettings(now)
                .setFromEpochNs(Math.min(lastOldRead(previous, now), epochNs))
                .setPlacedEpochNs(placed(now, epochNs))
                .setSeenEpochNs(epochNs)
                .setChangeId(knobs.isEmpty() ? null : changeId(now))
                .setChanged(knobs.stream()
                        .map(knob -> SettingsDiff.key(knob.getName(), knob.getQueue()))
                        .toList())
                .build();
    }

    private static long lastOldRead(SettingsPart previous, Settings now) {
        if (now.getPreviousReadEpochNs() != null) {
            return now.getPreviousReadEpochNs();
        }
        return previous == null ? now.getOrigin().getEpochNs() : previous.getSeenEpochNs();
    }

    private static SettingsPart seenAgain(SettingsPart previous, Settings snapshot) {
        long seen = Math.max(previous.getSeenEpochNs(), snapshot.getOrigin().getEpochNs());
        return SettingsPart.newBuilder(previous).setSeenEpochNs(seen).build();
    }

    private static Change change(SettingsPart version, List<KnobChange> knobs, List<AffectedPath> paths) {
        Settings now = version.getSettings();
        return Change.newBuilder()
                .setChangeId(version.getChangeId())
                .setHost(now.getOrigin().getHost())
                .setNetns(now.getOrigin().getNetns())
                .setObject(now.getObject())
                .setInterface$(now.getInterface$())
                .setFromEpochNs(placed(now, version.getFromEpochNs()))
                .setToEpochNs(version.getPlacedEpochNs())
                .setTrigger(now.getTrigger())
                .setKnobs(knobs)
                .setPaths(paths)
                .setSimulated(now.getOrigin().getSimulated())
                .build();
    }

    private static String changeId(Settings now) {
        String all = String.join(
                "\u0000",
                now.getOrigin().getHost(),
                now.getOrigin().getNetns(),
                now.getObject(),
                Long.toString(now.getOrigin().getEpochNs()));
        return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static long placed(Settings settings, long epochNs) {
        return ClusterTime.placedEpochNs(epochNs, settings.getOrigin().getClockOffsetNs());
    }
}
