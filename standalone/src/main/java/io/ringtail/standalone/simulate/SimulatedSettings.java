package io.ringtail.standalone.simulate;

import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The settings of a simulated host as its agent reads them: at the start, soon after a change that the kernel announces,
 * at the next read every 10 s for others, and again every minute. Owned by the simulation's thread.
 */
final class SimulatedSettings {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long REREAD_NS = 10 * SECOND_NS;
    private static final long RESTATE_NS = 60 * SECOND_NS;
    private static final long NOTICED_AFTER_NS = 5_000_000;

    private final SimulatedHost host;
    private final KnobValues values;
    private final Map<ObjectKind, String> objects;
    private final TreeMap<Long, Map<ObjectKind, ReadTrigger>> reads = new TreeMap<>();
    private final Deque<Settings> made = new ArrayDeque<>();
    private final Map<ObjectKind, Long> lastRead = new EnumMap<>(ObjectKind.class);

    /** With the objects that the host has: kind and name. */
    SimulatedSettings(SimulatedHost host, KnobValues values, Map<ObjectKind, String> objects, long startEpochNs) {
        this.host = host;
        this.values = values;
        this.objects = objects;
        objects.keySet().forEach(kind -> read(startEpochNs, kind, ReadTrigger.START));
    }

    KnobValues values() {
        return values;
    }

    /** Settings change at a moment; they are told when an agent would have read them. */
    void change(long atEpochNs, Map<String, String> knobs) {
        make(atEpochNs + 1);
        values.set(knobs);
        for (String name : knobs.keySet()) {
            boolean announced = KnobValues.isAnnounced(name);
            long readNs = announced ? atEpochNs + NOTICED_AFTER_NS : nextReread(atEpochNs);
            read(readNs, KnobValues.kind(name), announced ? ReadTrigger.NOTIFICATION : ReadTrigger.REREAD);
        }
    }

    /** Everything read before a moment. */
    void tell(long beforeEpochNs, Consumer<Settings> out) {
        make(beforeEpochNs);
        while (!made.isEmpty() && made.peek().getOrigin().getEpochNs() < beforeEpochNs) {
            out.accept(made.remove());
        }
    }

    /** Reads before a moment see the values until then. */
    private void make(long beforeEpochNs) {
        while (!reads.isEmpty() && reads.firstKey() < beforeEpochNs) {
            Map.Entry<Long, Map<ObjectKind, ReadTrigger>> due = reads.pollFirstEntry();
            due.getValue().forEach((kind, trigger) -> made.add(snapshot(due.getKey(), kind, trigger)));
        }
    }

    private void read(long epochNs, ObjectKind kind, ReadTrigger trigger) {
        if (objects.containsKey(kind)) {
            reads.computeIfAbsent(epochNs, at -> new EnumMap<>(ObjectKind.class))
                    .merge(kind, trigger, SimulatedSettings::stronger);
        }
    }

    /** A read that was asked for twice is made once. */
    private static ReadTrigger stronger(ReadTrigger one, ReadTrigger other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private Settings snapshot(long epochNs, ObjectKind kind, ReadTrigger trigger) {
        read(epochNs + RESTATE_NS, kind, ReadTrigger.REREAD);
        Long previous = lastRead.put(kind, epochNs);
        return Settings.newBuilder()
                .setOrigin(host.origin(epochNs))
                .setObject(objects.get(kind))
                .setObjectKind(kind)
                .setInterface$(kind == ObjectKind.HOST || kind == ObjectKind.NETNS ? null : host.iface())
                .setTrigger(trigger)
                .setPreviousReadEpochNs(previous == null ? null : Math.max(previous, lastReread(epochNs)))
                .setValues(settings(kind))
                .build();
    }

    private List<Setting> settings(ObjectKind kind) {
        List<Setting> all = new ArrayList<>();
        for (String name : values.of(kind)) {
            all.add(new Setting(name, KnobValues.queue(name), values.told(name), null));
        }
        return all;
    }

    private static long nextReread(long epochNs) {
        return Math.floorDiv(epochNs, REREAD_NS) * REREAD_NS + REREAD_NS;
    }

    private static long lastReread(long beforeEpochNs) {
        return Math.floorDiv(beforeEpochNs - NOTICED_AFTER_NS, REREAD_NS) * REREAD_NS;
    }
}
