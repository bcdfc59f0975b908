package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.association.GaugeKey;
import io.ringtail.processors.analysis.shift.GaugeSeries;
import io.ringtail.processors.analysis.shift.Shift;
import io.ringtail.processors.analysis.shift.ShiftDetector;
import io.ringtail.processors.analysis.shift.ShiftMetric;
import io.ringtail.processors.analysis.shift.ShiftRules;
import io.ringtail.processors.analysis.shift.ShiftWindow;
import io.ringtail.processors.analysis.shift.Silence;
import io.ringtail.processors.analysis.shift.Suspect;
import io.ringtail.processors.analysis.shift.Suspects;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.TailShift;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks for shifts of a path and their suspects. A shift is told once; only what follows it is looked at then. */
final class TailShifts {
    private static final ShiftDetector DETECTOR = new ShiftDetector(ShiftRules.DEFAULT);

    private final TailChanges changes;

    TailShifts(TailChanges changes) {
        this.changes = changes;
    }

    /** What shifted within the newest epoch, and had not been told. */
    List<TailShift> look(String pathId, TailPathState path, List<TailWindows.Kept> kept, long newestNs) {
        List<TailWindows.Kept> epoch = newestEpoch(kept);
        List<TailShift> found = new ArrayList<>();
        for (ShiftMetric metric : ShiftMetric.values()) {
            List<ShiftWindow> windows = epoch.stream()
                    .filter(each -> each.startNs() >= last(path, metric))
                    .map(TailWindows.Kept::forShifts)
                    .toList();
            DETECTOR.look(metric, windows).ifPresent(shift -> {
                remember(path, metric, shift.atNs());
                found.add(record(pathId, path, kept, epoch, shift, newestNs));
            });
        }
        return found;
    }

    private TailShift record(
            String pathId,
            TailPathState path,
            List<TailWindows.Kept> kept,
            List<TailWindows.Kept> epoch,
            Shift shift,
            long newestNs) {
        List<Suspect> suspects =
                Suspects.of(shift, changes.of(pathId, path.getPath()), gauges(path, epoch), silences(kept));
        return TailRecords.of(pathId, path, epoch.getFirst().epochId(), shift, suspects, newestNs);
    }

    private static List<TailWindows.Kept> newestEpoch(List<TailWindows.Kept> kept) {
        List<TailWindows.Kept> usable =
                kept.stream().filter(TailWindows.Kept::usable).toList();
        return usable.isEmpty()
                ? usable
                : usable.stream()
                        .filter(each -> each.epochId().equals(usable.getLast().epochId()))
                        .toList();
    }

    /** Each gauge over the windows of the epoch. */
    private static List<GaugeSeries> gauges(TailPathState path, List<TailWindows.Kept> epoch) {
        Map<GaugeKey, TreeMap<Long, Double>> all = new TreeMap<>();
        for (TailWindows.Kept each : epoch) {
            TailGauges.read(path, each.state().getGauges())
                    .forEach((key, value) ->
                            all.computeIfAbsent(key, gauge -> new TreeMap<>()).put(each.startNs(), value));
        }
        return all.entrySet().stream()
                .map(each -> new GaugeSeries(
                        each.getKey().end(),
                        each.getKey().toString(),
                        each.getValue().keySet().stream()
                                .mapToLong(Long::longValue)
                                .toArray(),
                        each.getValue().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()))
                .toList();
    }

    /** Where an agent that had spoken did not any more. */
    private static List<Silence> silences(List<TailWindows.Kept> kept) {
        List<Silence> all = new ArrayList<>();
        for (int i = 1; i < kept.size(); i++) {
            TailWindows.Kept before = kept.get(i - 1);
            TailWindows.Kept now = kept.get(i);
            if (now.state().getResponderMissing() && !before.state().getResponderMissing()) {
                all.add(new Silence("responder", now.startNs()));
            }
            if (now.state().getProberSilent() && !before.state().getProberSilent()) {
                all.add(new Silence("prober", now.startNs()));
            }
        }
        return all;
    }

    private static long last(TailPathState path, ShiftMetric metric) {
        return switch (metric) {
            case P99 -> path.getP99ShiftNs();
            case P50 -> path.getP50ShiftNs();
            case LOSS -> path.getLossShiftNs();
        };
    }

    private static void remember(TailPathState path, ShiftMetric metric, long atNs) {
        switch (metric) {
            case P99 -> path.setP99ShiftNs(atNs);
            case P50 -> path.setP50ShiftNs(atNs);
            case LOSS -> path.setLossShiftNs(atNs);
        }
    }
}
