package io.ringtail.collectors.parse;

import java.util.OptionalInt;

/** What a ring's indices say. Pure. Source: Documentation/networking/af_xdp.rst. */
public final class XskRingState {
    private static final int NEED_WAKEUP = 1;

    private XskRingState() {}

    /**
     * Descriptors in the ring: producer minus consumer modulo 2^32. Absent if that is more than it holds, as when the
     * two were read in different moments.
     */
    public static OptionalInt occupancy(int producer, int consumer, int entries) {
        int occupied = producer - consumer;
        return Integer.compareUnsigned(occupied, entries) > 0 ? OptionalInt.empty() : OptionalInt.of(occupied);
    }

    /** Whether the flags word asks for a wake-up. */
    public static boolean needsWakeup(int flags) {
        return (flags & NEED_WAKEUP) != 0;
    }
}
