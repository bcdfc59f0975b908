package io.ringtail.collectors.linux;

import io.ringtail.collectors.linux.QueueStats.Direction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The netdev family's answers (Documentation/netlink/specs/netdev.yaml). Pure; never throws. */
final class NetdevCodec {
    static final int NAPI_ID = 2;
    private static final int NAPI_IRQ = 3;
    private static final int NAPI_DEFER_HARD_IRQS = 5;
    private static final int NAPI_GRO_FLUSH_TIMEOUT = 6;
    private static final int NAPI_IRQ_SUSPEND_TIMEOUT = 7;
    private static final int NAPI_THREADED = 8;

    private static final int RX_QUEUE_ID = 1;
    private static final int RX_QUEUE_TYPE = 3;
    private static final int RX_QUEUE_XSK = 7;
    private static final int QUEUE_TYPE = 2;
    private static final int QUEUE_ID = 3;
    private static final int FIRST_COUNTER = 8;
    private static final List<String> COUNTERS = List.of(
            "packets",
            "bytes",
            "packets",
            "bytes",
            "alloc-fail",
            "drops",
            "hw-drop-overruns",
            "csum-complete",
            "csum-unnecessary",
            "csum-none",
            "csum-bad",
            "hw-gro-packets",
            "hw-gro-bytes",
            "hw-gro-wire-packets",
            "hw-gro-wire-bytes",
            "hw-drop-ratelimits",
            "drops",
            "hw-drop-errors",
            "csum-none",
            "needs-csum",
            "hw-gso-packets",
            "hw-gso-bytes",
            "hw-gso-wire-packets",
            "hw-gso-wire-bytes",
            "hw-drop-ratelimits",
            "stops",
            "wakes");

    private NetdevCodec() {}

    static Optional<Napi> napi(Attributes attributes) {
        return attributes.number(NAPI_ID).isEmpty()
                ? Optional.empty()
                : Optional.of(new Napi(
                        (int) attributes.number(NAPI_ID).getAsLong(),
                        irq(attributes),
                        attributes.number(NAPI_DEFER_HARD_IRQS),
                        attributes.number(NAPI_GRO_FLUSH_TIMEOUT),
                        attributes.number(NAPI_IRQ_SUSPEND_TIMEOUT),
                        threaded(attributes)));
    }

    static Optional<QueueStats> queueStats(Attributes attributes) {
        if (attributes.number(QUEUE_TYPE).isEmpty()
                || attributes.number(QUEUE_ID).isEmpty()) {
            return Optional.empty();
        }
        Direction direction = attributes.number(QUEUE_TYPE).getAsLong() == 0 ? Direction.RX : Direction.TX;
        int queue = (int) attributes.number(QUEUE_ID).getAsLong();
        return Optional.of(new QueueStats(direction, queue, counters(attributes)));
    }

    /** The number of an RX queue with an AF_XDP socket. */
    static Optional<Integer> xskQueue(Attributes attributes) {
        boolean rx = attributes.number(RX_QUEUE_TYPE).stream().anyMatch(type -> type == 0);
        return rx && attributes.has(RX_QUEUE_XSK)
                ? attributes.number(RX_QUEUE_ID).stream()
                        .mapToObj(queue -> (int) queue)
                        .findFirst()
                : Optional.empty();
    }

    private static Map<String, Long> counters(Attributes attributes) {
        Map<String, Long> counters = new TreeMap<>();
        for (int i = 0; i < COUNTERS.size(); i++) {
            String name = COUNTERS.get(i);
            attributes.number(FIRST_COUNTER + i).ifPresent(value -> counters.put(name, value));
        }
        return counters;
    }

    private static OptionalInt irq(Attributes attributes) {
        return attributes.number(NAPI_IRQ).stream().mapToInt(irq -> (int) irq).findFirst();
    }

    private static Optional<Boolean> threaded(Attributes attributes) {
        return attributes.number(NAPI_THREADED).stream()
                .mapToObj(threaded -> threaded != 0)
                .findFirst();
    }
}
