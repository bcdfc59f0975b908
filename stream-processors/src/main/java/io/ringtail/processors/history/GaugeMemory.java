package io.ringtail.processors.history;

import io.ringtail.processors.analysis.GaugeReading;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.Xsk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Raw counters to rows of gauges, one for each gauge and second. Reads of 100 ms combine: a second's rows are written
 * again, with all that is known of it, whenever more of it comes. Remembers the newest seconds. Owned by the writer's
 * thread.
 */
final class GaugeMemory {
    private static final int REMEMBERED = 4_096;
    private static final long SECOND_MICROS = 1_000_000;

    private record Second(String host, String netns, String device, boolean simulated, long startMicros) {}

    private final Map<Second, List<GaugeReading>> readings = new LruMap<>(REMEMBERED);
    private final Set<Second> unwritten = new LinkedHashSet<>();

    void add(Interrupts interrupts) {
        for (String device : Gauges.interfaces(interrupts)) {
            add(interrupts.getOrigin(), interrupts.getIntervalNs(), device, Gauges.readings(interrupts, device));
        }
    }

    void add(Cpus cpus) {
        add(cpus.getOrigin(), cpus.getIntervalNs(), null, Gauges.readings(cpus));
    }

    void add(Rings rings) {
        add(rings.getOrigin(), rings.getIntervalNs(), rings.getInterface$(), Gauges.readings(rings));
    }

    void add(Tcp tcp) {
        add(tcp.getOrigin(), tcp.getIntervalNs(), null, Gauges.readings(tcp));
    }

    void add(Xsk xsk) {
        for (String netns : Gauges.namespaces(xsk)) {
            Origin there = Origin.newBuilder(xsk.getOrigin()).setNetns(netns).build();
            for (String device : Gauges.interfaces(xsk, netns)) {
                add(there, xsk.getIntervalNs(), device, Gauges.readings(xsk, netns, device));
            }
        }
    }

    private void add(Origin origin, long intervalNs, String device, List<GaugeReading> more) {
        if (more.isEmpty()) {
            return;
        }
        long micros = Micros.of(origin, Gauges.middleEpochNs(origin.getEpochNs(), intervalNs));
        Second second = new Second(
                origin.getHost(),
                Texts.orNull(origin.getNetns()),
                device,
                origin.getSimulated(),
                Math.floorDiv(micros, SECOND_MICROS) * SECOND_MICROS);
        requireSane(second);
        List<GaugeReading> all = new ArrayList<>(readings.getOrDefault(second, List.of()));
        all.addAll(more);
        readings.put(second, Gauges.merge(all));
        unwritten.add(second);
    }

    /** Before it is remembered: a row that cannot be made must not stop those of other records. */
    private static void requireSane(Second second) {
        row(second, new Gauge("", null, 0.0));
    }

    /** Seconds that have rows to be written. */
    int unwritten() {
        return unwritten.size();
    }

    /** The rows of all seconds that more has come of since the last call. */
    List<HistoryRow> drain() {
        List<HistoryRow> rows = new ArrayList<>();
        for (Second second : unwritten) {
            Gauges.combine(readings.getOrDefault(second, List.of())).forEach(gauge -> rows.add(row(second, gauge)));
        }
        unwritten.clear();
        return rows;
    }

    /** Forgets everything: another writer may write from now on. */
    void forget() {
        readings.clear();
        unwritten.clear();
    }

    private static HistoryRow row(Second second, Gauge gauge) {
        return HistoryRow.of(
                HistoryTable.GAUGES,
                second.startMicros(),
                second.host(),
                second.netns(),
                second.device(),
                gauge.getQueue(),
                gauge.getName(),
                gauge.getValue(),
                second.simulated());
    }
}
