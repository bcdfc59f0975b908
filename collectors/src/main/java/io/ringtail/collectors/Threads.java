package io.ringtail.collectors;

import java.time.Duration;

/** Ending threads. */
public final class Threads {
    private Threads() {}

    /** Whether a thread, if there is one and it was started, ended within this time. */
    public static boolean join(Thread thread, Duration atMost) {
        try {
            return thread == null || thread.getState() == Thread.State.NEW || thread.join(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
