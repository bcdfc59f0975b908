package io.ringtail.standalone.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The privileges of this process, and what each is for. Source: man 7 capabilities. */
final class Capabilities {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String EFFECTIVE = "CapEff:";

    private static final List<Use> USES = List.of(
            new Use(
                    "CAP_BPF",
                    39,
                    "inventory of AF_XDP sockets, NAPI poll sizes",
                    "AF_XDP sockets are found by their processes only, or not at all"),
            new Use(
                    "CAP_PERFMON",
                    38,
                    "the same, beside CAP_BPF",
                    "AF_XDP sockets are found by their processes only, or not at all"),
            new Use(
                    "CAP_SYS_PTRACE",
                    19,
                    "fill and flags of other processes' AF_XDP rings",
                    "need_wakeup duty and ring fill are absent without CAP_BPF"),
            new Use("CAP_SYS_ADMIN", 21, "other network namespaces (--netns)", "interfaces of containers are not read"),
            new Use(
                    "CAP_SYS_NICE",
                    23,
                    "probes with real-time priority (fifo=)",
                    "the tail of a probe contains the scheduler's noise"),
            new Use("CAP_NET_RAW", 13, "ICMP probes, own AF_XDP sockets", "icmp and xsk probes cannot run"));

    private Capabilities() {}

    private record Use(String name, int bit, String gives, String cost) {}

    static List<Finding> findings() {
        long effective = effective();
        return USES.stream()
                .map(use -> finding(use, (effective >> use.bit & 1) != 0))
                .toList();
    }

    private static Finding finding(Use use, boolean held) {
        return held
                ? Finding.seen("privileges", "host", use.name, use.gives)
                : new Finding(
                        "privileges",
                        "host",
                        use.name,
                        Finding.State.MISSING,
                        "for " + use.gives,
                        "AmbientCapabilities=" + use.name + " in the unit, or root",
                        use.cost);
    }

    private static long effective() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(EFFECTIVE))
                    .map(line -> Long.parseUnsignedLong(
                            line.substring(EFFECTIVE.length()).strip(), 16))
                    .findFirst()
                    .orElse(0L);
        } catch (IOException _) {
            return 0;
        }
    }
}
