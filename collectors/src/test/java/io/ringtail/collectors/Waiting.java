package io.ringtail.collectors;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions with a deadline. */
public final class Waiting {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long POLL_NS = 2_000_000;

    private Waiting() {}

    /** Until the condition holds; fails after a minute. */
    public static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the condition did not come true within " + DEADLINE.toSeconds() + " s");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }
}
