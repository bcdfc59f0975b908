package io.ringtail.standalone.simulate;

import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.ObjectKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The settings of a simulated host in force, by name. Owned by the simulation's thread. */
final class KnobValues {
    /** A host with this setting has an AF_XDP socket. */
    static final String NEED_WAKEUP = "xsk.enabled-need-wakeup";

    private static final Map<String, String> USUAL = Map.ofEntries(
            Map.entry("kernel.release", "6.12.0"),
            Map.entry("cpu.cstates-enabled", "POLL C1"),
            Map.entry("cpu.governor", "performance"),
            Map.entry("busy-poll.read", "0"),
            Map.entry("busy-poll.poll", "0"),
            Map.entry("tcp.congestion-control", "cubic"),
            Map.entry("tcp.limit-output-bytes", "4194304"),
            Map.entry("coalesce.rx-usecs", "3"),
            Map.entry("coalesce.rx-frames", "0"),
            Map.entry("coalesce.tx-usecs", "16"),
            Map.entry("coalesce.tx-frames", "16"),
            Map.entry("coalesce.adaptive-rx", "off"),
            Map.entry("coalesce.adaptive-tx", "off"),
            Map.entry("ring.rx", "1024"),
            Map.entry("ring.tx", "512"),
            Map.entry("channels.combined", "1"),
            Map.entry("feature.tx-nocache-copy", "off"),
            Map.entry("bql.limit-max", "1879048192"),
            Map.entry("irq.affinity", "2"),
            Map.entry("irq.mode", "msix"),
            Map.entry("link.speed", "10000"),
            Map.entry("link.mtu", "1500"),
            Map.entry("link.qdisc", "fq_codel"),
            Map.entry("link.up", "on"),
            Map.entry("driver.name", "simulated"),
            Map.entry("driver.version", "1"),
            Map.entry("probe.busy-poll", "0"),
            Map.entry("probe.cpu", "2"),
            Map.entry("probe.sched", "other"),
            Map.entry("probe.dscp", "0"),
            Map.entry("reflector.busy-poll", "0"),
            Map.entry("reflector.cpu", "2"),
            Map.entry("reflector.sched", "other"),
            Map.entry("reflector.hold", "0"));

    /** Groups whose changes the kernel tells at once; others are found by the periodic read. */
    private static final Set<String> ANNOUNCED = Set.of("coalesce", "ring", "channels", "feature", "link", "napi");

    private final TreeMap<String, String> values = new TreeMap<>(USUAL);

    KnobValues(Map<String, String> others) {
        values.putAll(others);
    }

    void set(Map<String, String> others) {
        values.putAll(others);
    }

    String get(String name) {
        return values.get(name);
    }

    /** A number; so where it is none (adaptive, unlimited). */
    double number(String name, double otherwise) {
        String value = values.get(name);
        return value != null && value.matches("-?\\d+(\\.\\d+)?") ? Double.parseDouble(value) : otherwise;
    }

    boolean hasXsk() {
        return values.containsKey(NEED_WAKEUP);
    }

    boolean isOn(String name) {
        return "on".equals(values.get(name));
    }

    /** Names of the settings of an object of this kind. */
    List<String> of(ObjectKind kind) {
        return values.keySet().stream().filter(name -> kind(name) == kind).toList();
    }

    /** The value as an agent tells it: adaptive coalescing has no times of its own. */
    String told(String name) {
        boolean times = name.matches("coalesce\\.[rt]x-(usecs|frames)");
        return times && isOn("coalesce.adaptive-" + name.substring(9, 11)) ? "adaptive" : values.get(name);
    }

    /** Kind of the object that a setting belongs to. */
    static ObjectKind kind(String name) {
        return switch (per(name)) {
            case HOST, CPU -> ObjectKind.HOST;
            case NETNS -> ObjectKind.NETNS;
            case INTERFACE, QUEUE -> ObjectKind.INTERFACE;
            case END -> name.startsWith("probe.") ? ObjectKind.PROBE : ObjectKind.REFLECTOR;
        };
    }

    /** Queue that a setting is told with; null where it is the whole object's. */
    static String queue(String name) {
        if (per(name) != Knob.Per.QUEUE) {
            return null;
        }
        if (name.startsWith("xsk.")) {
            return "xsk-0";
        }
        return name.startsWith("irq.") ? "irq-" + SimulatedHost.IRQ : name.startsWith("rps.") ? "rx-0" : "tx-0";
    }

    static boolean isAnnounced(String name) {
        return ANNOUNCED.contains(name.substring(0, name.indexOf('.')))
                || Stream.of("probe.", "reflector.").anyMatch(name::startsWith);
    }

    private static Knob.Per per(String name) {
        return Knobs.named(name).orElseThrow().per();
    }
}
