package io.ringtail.collectors.probe;

/** How a prober sends: runs on the asking thread until it is stopped. */
interface Loop {
    /** Until {@link #stop}. */
    void run();

    /** From any thread. */
    void stop();

    /** Requests that were due and not sent because the prober itself was too late. */
    long skipped();
}
