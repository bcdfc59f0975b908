package io.ringtail.collectors;

import io.ringtail.collectors.linux.Clocks;
import java.util.concurrent.locks.LockSupport;

/** The clocks that an agent's schedule goes by, so that a test can turn them. Thread safe. */
public interface Time {
    /** The wall clock. Unit: ns since 1970-01-01 UTC. */
    long epochNs();

    /** The monotonic clock. Unit: ns. */
    long monoNs();

    /** Lets the calling thread wait for about so long, or until it is unparked; may return early. */
    void parkNs(long ns);

    /** This host's. */
    Time SYSTEM = new Time() {
        @Override
        public long epochNs() {
            return Clocks.epochNs();
        }

        @Override
        public long monoNs() {
            return System.nanoTime();
        }

        @Override
        public void parkNs(long ns) {
            LockSupport.parkNanos(ns);
        }
    };
}
