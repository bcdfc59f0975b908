package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.EndSetting;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Setting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Settings of both ends of a path over time, and the epochs that they cut. Joined by event time: what a window gets
 * depends on when settings were read, never on when they arrived. Immutable.
 */
public final class EpochTimeline {
    private final String pathId;
    private final List<SettingsVersion> versions;
    private final Map<String, List<SettingsVersion>> series = new TreeMap<>();
    private final List<End> ends;
    private final EpochRules rules;
    private final FlappingKnobs flapping;

    /**
     * A time line.
     *
     * @param pathId id of the path
     * @param versions all versions that are kept
     * @param ends the ends whose settings must be known for an epoch: not a responder that is not Ringtail
     * @param rules how changes cut time
     */
    public EpochTimeline(String pathId, Collection<SettingsVersion> versions, List<End> ends, EpochRules rules) {
        this.pathId = pathId;
        this.versions = versions.stream()
                .sorted(Comparator.comparingLong(SettingsVersion::knownFromNs).thenComparing(SettingsVersion::series))
                .toList();
        this.ends = List.copyOf(ends);
        this.rules = rules;
        this.versions.forEach(version -> series.computeIfAbsent(version.series(), each -> new ArrayList<>())
                .add(version));
        this.flapping = new FlappingKnobs(this.versions, rules);
    }

    /** Whether some knob changed so often that it is a gauge: then an arriving change can move older borders. */
    public boolean hasFlapping() {
        return !flapping.isEmpty();
    }

    /**
     * The epoch that a window belongs to; absent while settings change or settle, or are not known.
     *
     * @param startNs start of the window, cluster's time line
     * @param endNs its end
     * @param shifts how far the ends' clocks are ahead of that line
     */
    public Optional<Epoch> at(long startNs, long endNs, EndShifts shifts) {
        if (!ends.stream().allMatch(end -> knowsInterface(end, startNs + shifts.of(end)))) {
            return Optional.empty();
        }
        long settleNs = rules.settle().toNanos();
        List<CompoundChange> changes =
                CompoundChange.merge(borders(shifts), rules.compound().toNanos());
        if (changes.stream().anyMatch(change -> change.touches(startNs, endNs, settleNs))) {
            return Optional.empty();
        }
        return changes.stream()
                .filter(change -> change.toNs() + settleNs <= startNs)
                .reduce((older, newer) -> newer)
                .map(change -> epoch(change, shifts));
    }

    /** Digest of an end's settings in force over a window; null while they change or are not known. */
    public String settingsId(End end, long startNs, long endNs, EndShifts shifts) {
        boolean changing = borders(shifts).stream()
                .anyMatch(change -> change.versions().getFirst().end() == end
                        && !change.changeIds().isEmpty()
                        && change.touches(startNs, endNs, 0));
        List<EndSetting> settings = settings(end, startNs + shifts.of(end));
        return changing || settings.isEmpty() ? null : digest(settings);
    }

    private boolean knowsInterface(End end, long epochNs) {
        return series.values().stream()
                .flatMap(each -> inForce(each, epochNs).stream())
                .anyMatch(version ->
                        version.end() == end && version.part().getSettings().getObjectKind() == ObjectKind.INTERFACE);
    }

    private List<CompoundChange> borders(EndShifts shifts) {
        List<CompoundChange> borders = new ArrayList<>();
        for (SettingsVersion version : versions) {
            long toNs = version.knownFromNs() - shifts.of(version.end());
            if (version.part().getChangeId() != null) {
                if (!flapping.onlyGauges(version)) {
                    long fromNs = version.part().getFromEpochNs() - shifts.of(version.end());
                    borders.add(CompoundChange.single(version, fromNs, toNs));
                }
            } else if (series.get(version.series()).getFirst().equals(version)) {
                borders.add(CompoundChange.single(version, toNs, toNs));
            }
        }
        return borders;
    }

    private Epoch epoch(CompoundChange change, EndShifts shifts) {
        List<EndSetting> prober = settings(End.PROBER, change.toNs() + shifts.proberNs());
        List<EndSetting> responder = settings(End.RESPONDER, change.toNs() + shifts.responderNs());
        List<EndSetting> all = new ArrayList<>(prober);
        all.addAll(responder);
        String proberId = digest(prober);
        String responderId = responder.isEmpty() ? "" : digest(responder);
        long fromEpochNs = change.placedEpochNs();
        return Epoch.newBuilder()
                .setEpochId(id(pathId, Long.toString(fromEpochNs), proberId, responderId))
                .setPathId(pathId)
                .setFromEpochNs(fromEpochNs)
                .setChangeIds(change.changeIds())
                .setReverted(reverted(change, shifts, all))
                .setProberSettingsId(proberId)
                .setResponderSettingsId(responderId)
                .setSettings(all)
                .build();
    }

    /** No net difference, outer to outer. */
    private boolean reverted(CompoundChange change, EndShifts shifts, List<EndSetting> after) {
        if (change.changeIds().isEmpty()) {
            return false;
        }
        List<EndSetting> before = new ArrayList<>(settings(End.PROBER, change.fromNs() + shifts.proberNs()));
        before.addAll(settings(End.RESPONDER, change.fromNs() + shifts.responderNs()));
        return digest(before).equals(digest(after));
    }

    /** Settings of an end in force at a moment of its clock, sorted; knobs that are gauges then are left out. */
    private List<EndSetting> settings(End end, long epochNs) {
        Map<String, EndSetting> all = new TreeMap<>();
        for (List<SettingsVersion> each : series.values()) {
            inForce(each, epochNs)
                    .filter(version -> version.end() == end)
                    .ifPresent(version -> addSettings(all, version, epochNs));
        }
        return List.copyOf(all.values());
    }

    private void addSettings(Map<String, EndSetting> all, SettingsVersion version, long epochNs) {
        String prefix = version.end().name().toLowerCase(Locale.ROOT) + '.';
        for (Setting setting : version.part().getSettings().getValues()) {
            String key = SettingsDiff.key(setting.getName(), setting.getQueue());
            if (!flapping.isGauge(version.series(), key, epochNs)) {
                all.put(
                        version.series() + ' ' + key,
                        new EndSetting(
                                prefix + setting.getName(),
                                setting.getQueue(),
                                setting.getValue(),
                                setting.getAbsence()));
            }
        }
    }

    private static Optional<SettingsVersion> inForce(List<SettingsVersion> versions, long epochNs) {
        return versions.stream()
                .filter(version -> version.knownFromNs() <= epochNs)
                .reduce((older, newer) -> newer);
    }

    private static String digest(List<EndSetting> settings) {
        return id(settings.stream()
                .filter(setting -> setting.getValue() != null)
                .map(setting -> String.join(
                        "\u0001", setting.getName(), Objects.toString(setting.getQueue(), ""), setting.getValue()))
                .toArray(String[]::new));
    }

    private static String id(String... parts) {
        byte[] bytes = String.join("\u0000", parts).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(bytes).toString();
    }
}
