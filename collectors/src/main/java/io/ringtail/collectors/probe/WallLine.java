package io.ringtail.collectors.probe;

/**
 * The prober's wall clock as a line over its monotonic clock: event time = monotonic time + {@link #shiftNs}. Small
 * differences (slewing, at most 500 ppm) are followed; a jump of 1 ms and more between two readings is a step. Owned by
 * the batch thread. Durations never come from here.
 */
final class WallLine {
    static final long STEP_NS = 1_000_000;

    private long shiftNs;
    private long readMonoNs;

    WallLine(long epochNs, long monoNs) {
        this.shiftNs = epochNs - monoNs;
        this.readMonoNs = monoNs;
    }

    /** Event time of a moment. */
    long epochNs(long monoNs) {
        return monoNs + shiftNs;
    }

    long shiftNs() {
        return shiftNs;
    }

    /** When it was last read: a step lies between that and the reading that finds it. */
    long readMonoNs() {
        return readMonoNs;
    }

    /** The step that a reading shows against the line, or 0. */
    long stepNs(long epochNs, long monoNs) {
        long difference = epochNs - monoNs - shiftNs;
        return Math.abs(difference) >= STEP_NS ? difference : 0;
    }

    /** Takes a reading over. */
    void follow(long epochNs, long monoNs) {
        shiftNs = epochNs - monoNs;
        readMonoNs = monoNs;
    }
}
