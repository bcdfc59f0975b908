package io.ringtail.collectors.linux;

import java.util.Map;

/**
 * Counters of one queue since it was last set up.
 *
 * @param direction RX or TX
 * @param queue number of the queue in its direction
 * @param counters by the kernel's names without the direction: packets, bytes, alloc-fail, drops, stops, wakes ...;
 *     unsigned 64-bit values in their bits. What the driver does not count is not there
 */
public record QueueStats(Direction direction, int queue, Map<String, Long> counters) {
    /** Which way a queue carries packets. */
    public enum Direction {
        /** Received. */
        RX,
        /** Sent. */
        TX
    }
}
