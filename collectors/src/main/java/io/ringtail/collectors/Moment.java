package io.ringtail.collectors;

import io.ringtail.collectors.linux.Clocks;

/**
 * One moment by both clocks.
 *
 * @param epochNs CLOCK_REALTIME. Unit: ns since 1970-01-01 UTC
 * @param monoNs CLOCK_MONOTONIC. Unit: ns
 */
public record Moment(long epochNs, long monoNs) {
    private static final long CLOSE_NS = 20_000;
    private static final int ATTEMPTS = 8;

    /** Now: the wall clock read between two readings of the monotonic clock that lie close together. */
    public static Moment now() {
        Moment best = null;
        long bestWidth = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && bestWidth > CLOSE_NS; i++) {
            long before = System.nanoTime();
            long epochNs = Clocks.epochNs();
            long width = System.nanoTime() - before;
            if (width < bestWidth) {
                bestWidth = width;
                best = new Moment(epochNs, before + width / 2);
            }
        }
        return best;
    }
}
