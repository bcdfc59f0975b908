package io.ringtail.collectors.source;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Samples the byte queue limits of all queues 100 times a second on a thread of its own, {@code ringtail-bql}: one read
 * a second of what is in flight would be noise. Sleeps while no queue has limits. Samples that it is late for are left
 * out, not made up for.
 */
final class BqlSampler implements AutoCloseable {
    private static final long PERIOD_NS = 10_000_000;
    private static final long STOP_MS = 1_000;

    private final Thread thread =
            Thread.ofPlatform().name("ringtail-bql").daemon().unstarted(this::run);
    private volatile List<BqlQueue> queues = List.of();
    private volatile boolean stopped;

    void start() {
        thread.start();
    }

    /** The queues to sample from now on. */
    void queues(Collection<BqlQueue> now) {
        queues = List.copyOf(now);
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        long nextNs = System.nanoTime();
        while (!stopped) {
            List<BqlQueue> sampled = queues;
            if (sampled.isEmpty()) {
                LockSupport.park(this);
                nextNs = System.nanoTime();
                continue;
            }
            sampled.forEach(BqlQueue::sample);
            nextNs = Math.max(nextNs + PERIOD_NS, System.nanoTime());
            LockSupport.parkNanos(this, nextNs - System.nanoTime());
        }
    }
}
