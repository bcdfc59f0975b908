package io.ringtail.collectors.source;

import java.nio.file.Path;

/**
 * The settings of a network namespace. The busy polling sysctls are in the host's first namespace only, and hold for
 * all.
 */
final class NetnsSettings {
    private NetnsSettings() {}

    static void read(ProcSys roots, SettingList into) {
        Path net = roots.proc().resolve("sys/net");
        into.add("busy-poll.read", KernelFile.read(net.resolve("core/busy_read")));
        into.add("busy-poll.poll", KernelFile.read(net.resolve("core/busy_poll")));
        into.add("tcp.limit-output-bytes", KernelFile.read(net.resolve("ipv4/tcp_limit_output_bytes")));
        into.add("tcp.congestion-control", KernelFile.read(net.resolve("ipv4/tcp_congestion_control")));
    }
}
