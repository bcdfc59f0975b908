package io.ringtail.processors.analysis.association;

import java.util.Set;

/**
 * Gauges that the probe's own rate drives. In a closed loop a slower round trip makes fewer of them: they follow the tail
 * and say nothing about it.
 */
final class RateDriven {
    static final Set<String> NAMES = Set.of(
            "interface.rx-packets",
            "interface.tx-packets",
            "interface.rx-bytes",
            "interface.tx-bytes",
            "queue.packets",
            "queue.bytes",
            "queue.kicks",
            "irq.rate",
            "softirq.net-rx",
            "softirq.net-tx",
            "softnet.processed",
            "softnet.received-rps",
            "cpu.busy",
            "cpu.softirq-share",
            "cpu.irq-share");

    private static final Set<String> LOAD = Set.of("interface.rx-packets", "interface.tx-packets");

    private RateDriven() {}

    /** Whether a gauge is a part of the load itself. */
    static boolean isLoad(GaugeKey gauge) {
        return gauge.queue().isEmpty() && LOAD.contains(gauge.name());
    }
}
