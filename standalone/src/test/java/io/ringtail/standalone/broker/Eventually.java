package io.ringtail.standalone.broker;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for what another process brings about. */
final class Eventually {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Eventually() {}

    /** Returns when the condition holds; fails after half a minute. */
    static void holds(Callable<Boolean> condition) throws Exception {
        long startMonoNs = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - startMonoNs > DEADLINE.toNanos()) {
                throw new AssertionError("does not hold within " + DEADLINE);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
