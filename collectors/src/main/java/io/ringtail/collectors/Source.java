package io.ringtail.collectors;

/**
 * One thing that an agent reads on a schedule. Each source is read on a thread of its own, never twice at once; a
 * source that throws or hangs loses only itself.
 */
public interface Source extends AutoCloseable {
    /** When a source is read. */
    enum Cadence {
        /** With the counters: every second by default, down to 100 ms, on whole multiples of the interval. */
        COUNTERS,
        /** With the settings: every 10 s by default, and when {@link #start}'s callback asked for it. */
        SETTINGS
    }

    /** Name in heartbeats and watermarks: interrupts, cpus, rings, settings. */
    String name();

    /** When it is read. */
    Cadence cadence();

    /**
     * Called once before the first read, on the source's thread.
     *
     * @param readSoon may be called from any thread to have the source read at once, e.g. after a notification
     */
    default void start(Runnable readSoon) {}

    /**
     * Reads once and emits what was found. What cannot be read is told to the reading, with the reason.
     *
     * @throws RuntimeException if nothing can be read at all; the message tells the user what to do
     */
    void read(Reading reading);

    @Override
    void close();
}
