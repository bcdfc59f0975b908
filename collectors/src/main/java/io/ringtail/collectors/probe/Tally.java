package io.ringtail.collectors.probe;

import java.util.concurrent.atomic.AtomicLong;

/** A counter that one thread counts up and all may read; cheaper than an atomic addition. */
final class Tally {
    private final AtomicLong value = new AtomicLong();

    /** By its owning thread only. */
    void count() {
        add(1);
    }

    /** By its owning thread only. */
    void add(long more) {
        value.setRelease(value.getPlain() + more);
    }

    long get() {
        return value.getAcquire();
    }
}
