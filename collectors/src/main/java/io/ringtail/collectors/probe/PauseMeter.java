package io.ringtail.collectors.probe;

import java.util.concurrent.locks.LockSupport;

/**
 * Finds pauses of this process where the probe has no timer of its own that would: a thread that wants to wake every
 * 5 ms and notes when it is late.
 */
final class PauseMeter implements AutoCloseable {
    private static final long TICK_NS = 5_000_000;

    private final Pauses pauses;
    private final Thread thread;
    private volatile boolean stopped;

    PauseMeter(String name, Pauses pauses) {
        this.pauses = pauses;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Starts it where it is needed. */
    void start(boolean needed) {
        if (needed) {
            thread.start();
        }
    }

    private void run() {
        long due = System.nanoTime() + TICK_NS;
        while (!stopped) {
            long now = System.nanoTime();
            if (now < due) {
                LockSupport.parkNanos(due - now);
                continue;
            }
            if (now - due > Prober.LATE_NS) {
                pauses.add(due, now);
            }
            due = now + TICK_NS;
        }
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
