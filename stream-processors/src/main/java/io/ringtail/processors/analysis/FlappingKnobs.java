package io.ringtail.processors.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Knobs that change so often that they are gauges for that while. Immutable. */
final class FlappingKnobs {
    private final Map<String, List<long[]>> whiles = new TreeMap<>();

    FlappingKnobs(Collection<SettingsVersion> versions, EpochRules rules) {
        Map<String, List<Long>> changes = new TreeMap<>();
        for (SettingsVersion version : versions) {
            for (String knob : version.part().getChanged()) {
                changes.computeIfAbsent(id(version.series(), knob), each -> new ArrayList<>())
                        .add(version.knownFromNs());
            }
        }
        long withinNs = rules.flappingWithin().toNanos();
        changes.forEach((knob, times) -> addWhiles(knob, times, rules.flapping(), withinNs));
    }

    private void addWhiles(String knob, List<Long> times, int most, long withinNs) {
        times.sort(null);
        for (int i = 0; i + most < times.size(); i++) {
            if (times.get(i + most) - times.get(i) < withinNs) {
                whiles.computeIfAbsent(knob, each -> new ArrayList<>())
                        .add(new long[] {times.get(i), times.get(i + most) + withinNs});
            }
        }
    }

    /** Whether a knob of a series is a gauge at a moment of that end's clock. */
    boolean isGauge(String series, String knob, long epochNs) {
        return whiles.getOrDefault(id(series, knob), List.of()).stream()
                .anyMatch(each -> each[0] <= epochNs && epochNs <= each[1]);
    }

    /** Whether all that a version changed were gauges then. */
    boolean onlyGauges(SettingsVersion version) {
        return version.part().getChanged().stream()
                .allMatch(knob -> isGauge(version.series(), knob, version.knownFromNs()));
    }

    boolean isEmpty() {
        return whiles.isEmpty();
    }

    private static String id(String series, String knob) {
        return series + '\u0000' + knob;
    }
}
