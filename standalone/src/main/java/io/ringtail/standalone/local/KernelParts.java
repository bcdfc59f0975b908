package io.ringtail.standalone.local;

import io.ringtail.standalone.local.Finding.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Parts of the kernel that a source needs, by the files that they make. */
final class KernelParts {
    private static final List<Part> PARTS = List.of(
            new Part(
                    "/proc/interrupts", "interrupts per CPU", "procfs of the host", "no interrupt rates, no placement"),
            new Part(
                    "/proc/net/softnet_stat",
                    "softnet",
                    "procfs of the host",
                    "drops and squeezes of softirqs are not seen"),
            new Part(
                    "/sys/kernel/irq",
                    "interrupt counts without /proc/interrupts",
                    "CONFIG_SPARSE_IRQ",
                    "none but a little time of the agent"),
            new Part(
                    "/sys/kernel/btf/vmlinux",
                    "inventory of AF_XDP sockets",
                    "CONFIG_DEBUG_INFO_BTF",
                    "AF_XDP sockets are found by their processes only"),
            new Part(
                    "/sys/devices/system/cpu/cpu0/cpuidle",
                    "idle states",
                    "CONFIG_CPU_IDLE; virtual machines rarely have it",
                    "wake-ups from deep idle states cannot be told from other causes"),
            new Part(
                    "/sys/devices/system/cpu/cpu0/cpufreq",
                    "CPU frequency",
                    "CONFIG_CPU_FREQ; virtual machines rarely have it",
                    "frequency changes cannot be told from other causes"),
            new Part(
                    "/proc/sys/net/core/busy_poll",
                    "busy polling",
                    "CONFIG_NET_RX_BUSY_POLL, the host's first namespace",
                    "effects of busy polling cannot be assigned"));

    private KernelParts() {}

    private record Part(String path, String what, String needs, String cost) {}

    static List<Finding> findings() {
        return PARTS.stream().map(KernelParts::finding).toList();
    }

    private static Finding finding(Part part) {
        return Files.isReadable(Path.of(part.path))
                ? Finding.seen("kernel", "host", part.what, part.path)
                : new Finding(
                        "kernel",
                        "host",
                        part.what,
                        State.UNSUPPORTED,
                        part.path + " is not there",
                        part.needs,
                        part.cost);
    }
}
