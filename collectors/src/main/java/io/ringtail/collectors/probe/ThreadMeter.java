package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.linux.ThreadUse;

/** What one measuring thread has used, read at most every 10 ms. Written by that thread, read by all. */
final class ThreadMeter {
    private static final long AGE_NS = 10_000_000;

    private final ThreadUse use = new ThreadUse();
    private long readMonoNs = System.nanoTime() - AGE_NS - 1;
    private volatile long cpuNs;
    private volatile long contextSwitches;

    /** By its thread. */
    void tick(long nowMonoNs) {
        if (nowMonoNs - readMonoNs > AGE_NS) {
            readMonoNs = nowMonoNs;
            cpuNs = Clocks.threadCpuNs();
            contextSwitches = use.contextSwitches();
        }
    }

    /** CPU time. Unit: ns. */
    long cpuNs() {
        return cpuNs;
    }

    /** Voluntary and involuntary. Unit: context switches. */
    long contextSwitches() {
        return contextSwitches;
    }
}
