package io.ringtail.collectors;

import java.util.concurrent.CountDownLatch;

/** Waits as code does that does not heed interruption. */
final class Uninterrupted {
    private Uninterrupted() {}

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
