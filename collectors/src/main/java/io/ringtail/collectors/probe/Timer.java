package io.ringtail.collectors.probe;

import java.util.concurrent.locks.LockSupport;

/** Waits for moments: sleeps until shortly before, then watches the clock. Owned by one thread; any may stop it. */
final class Timer {
    private final long spinNs;
    private volatile boolean stopped;

    Timer(long spinNs) {
        this.spinNs = spinNs;
    }

    /** Until the moment, or the stop: the time then. */
    long waitUntil(long dueMonoNs) {
        long now = System.nanoTime();
        while (now < dueMonoNs && !stopped) {
            long left = dueMonoNs - now;
            if (left > spinNs) {
                LockSupport.parkNanos(left - spinNs);
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }

    void stop() {
        stopped = true;
    }
}
