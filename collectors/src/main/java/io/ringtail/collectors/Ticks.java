package io.ringtail.collectors;

/**
 * Ticks on whole multiples of an interval of wall-clock time, plus an offset. A tick that was missed is skipped, never
 * made up for. Owned by one thread.
 */
final class Ticks {
    /** From this on a wake-up counts as a stall of the agent. Unit: ns. */
    static final long STALL_NS = 10_000_000;

    private final Time time;
    private final long intervalNs;
    private final long offsetNs;
    private long dueEpochNs;

    Ticks(Time time, long intervalNs, long offsetNs) {
        this.time = time;
        this.intervalNs = intervalNs;
        this.offsetNs = offsetNs;
        this.dueEpochNs = next(time.epochNs());
    }

    /** The first tick after a moment. */
    long next(long epochNs) {
        return (Math.floorDiv(epochNs - offsetNs, intervalNs) + 1) * intervalNs + offsetNs;
    }

    /** How long until the next tick; 0 or less when it is due. After a step of the clock it is a new one. */
    long leftNs() {
        long left = dueEpochNs - time.epochNs();
        if (left > intervalNs) {
            dueEpochNs = next(time.epochNs());
            left = dueEpochNs - time.epochNs();
        }
        return left;
    }

    /** The due tick was taken: aims at the next one, and says whether this one was late. */
    boolean taken() {
        long now = time.epochNs();
        boolean late = now - dueEpochNs > STALL_NS;
        dueEpochNs = next(now);
        return late;
    }
}
