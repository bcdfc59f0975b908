package io.ringtail.collectors.source;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has something sampled 100 times a second on a thread of its own: one read a second of what changes in microseconds
 * would be noise. Sleeps while there is nothing to sample. Samples that it is late for are left out, not made up for.
 */
final class Sampler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
    private static final long PERIOD_NS = 10_000_000;
    private static final long STOP_MS = 1_000;

    private final Runnable prepare;
    private final Runnable sample;
    private final Thread thread;
    private volatile boolean active;
    private volatile boolean stopped;
    private boolean told;

    /**
     * @param name the thread's name
     * @param prepare called once by the thread, before anything else
     * @param sample takes one sample of everything
     */
    Sampler(String name, Runnable prepare, Runnable sample) {
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
        this.prepare = prepare;
        this.sample = sample;
    }

    void start() {
        thread.start();
    }

    /** Whether there is anything to sample from now on. */
    void active(boolean now) {
        active = now;
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
        prepare.run();
        long nextNs = System.nanoTime();
        while (!stopped) {
            if (!active) {
                LockSupport.park(this);
                nextNs = System.nanoTime();
                continue;
            }
            sample();
            nextNs = Math.max(nextNs + PERIOD_NS, System.nanoTime());
            LockSupport.parkNanos(this, nextNs - System.nanoTime());
        }
    }

    /** A sample that fails is missing from the number of samples. */
    private void sample() {
        try {
            sample.run();
        } catch (RuntimeException e) {
            if (!told) {
                told = true;
                LOG.warn("a sample of {} failed: {}", thread.getName(), e.getMessage());
            }
        }
    }
}
