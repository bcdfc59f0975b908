package io.ringtail.collectors.probe;

import java.util.Arrays;

/**
 * Times in which the prober itself was not on time, the last 64 of them. Thread safe: sender and meter add, the batch
 * thread asks.
 */
final class Pauses {
    private static final int KEPT = 64;

    private final long[] from = new long[KEPT];
    private final long[] to = new long[KEPT];
    private long count;

    /** The pauses as they were when asked. */
    static final class Snapshot {
        static final Snapshot NONE = new Snapshot(new long[0], new long[0]);

        private final long[] from;
        private final long[] to;

        private Snapshot(long[] from, long[] to) {
            this.from = from;
            this.to = to;
        }

        /** Whether a round trip overlaps one of them. */
        boolean touch(long sentMonoNs, long receivedMonoNs) {
            for (int i = 0; i < from.length; i++) {
                if (from[i] <= receivedMonoNs && sentMonoNs <= to[i]) {
                    return true;
                }
            }
            return false;
        }
    }

    synchronized void add(long fromMonoNs, long toMonoNs) {
        int at = (int) (count % KEPT);
        from[at] = fromMonoNs;
        to[at] = toMonoNs;
        count++;
    }

    synchronized long count() {
        return count;
    }

    synchronized Snapshot snapshot() {
        int size = (int) Math.min(count, KEPT);
        return size == 0 ? Snapshot.NONE : new Snapshot(Arrays.copyOf(from, size), Arrays.copyOf(to, size));
    }
}
