package io.ringtail.collectors.source;

import java.nio.file.Path;

/** The groups rps, xps and bql of an interface, per queue. */
final class QueueSettings {
    /** The kernel's default of limit_max. Unit: bytes. */
    private static final String BQL_DEFAULT_MAX = "1879048192";

    private static final String BQL_UNLIMITED = "unlimited";

    private QueueSettings() {}

    /** Adds those of all queues below an interface's directory in sysfs. */
    static void read(Path device, SettingList into) {
        Path queues = device.resolve("queues");
        KernelFile.names(queues, "rx-").forEach(queue -> receive(queues.resolve(queue), queue, into));
        KernelFile.names(queues, "tx-").forEach(queue -> transmit(queues.resolve(queue), queue, into));
    }

    private static void receive(Path directory, String queue, SettingList into) {
        into.add("rps.cpus", queue, list(directory, "rps_cpus"));
        into.add("rps.flow-cnt", queue, KernelFile.read(directory.resolve("rps_flow_cnt")));
    }

    private static void transmit(Path directory, String queue, SettingList into) {
        into.add("xps.cpus", queue, list(directory, "xps_cpus"));
        into.add("xps.rxqs", queue, list(directory, "xps_rxqs"));
        Path bql = directory.resolve("byte_queue_limits");
        into.add("bql.limit-min", queue, KernelFile.read(bql.resolve("limit_min")));
        into.add(
                "bql.limit-max",
                queue,
                KernelFile.read(bql.resolve("limit_max")).map(QueueSettings::limit));
        into.add("bql.hold-time", queue, KernelFile.read(bql.resolve("hold_time")));
        into.add("bql.stall-threshold", queue, KernelFile.read(bql.resolve("stall_thrs")));
    }

    private static Fact list(Path directory, String file) {
        return KernelFile.read(directory.resolve(file)).map(CpuMask::list);
    }

    private static String limit(String bytes) {
        return bytes.equals(BQL_DEFAULT_MAX) ? BQL_UNLIMITED : bytes;
    }
}
