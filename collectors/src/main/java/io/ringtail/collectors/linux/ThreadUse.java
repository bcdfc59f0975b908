package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What a thread has used so far. Owned by that thread, which makes no garbage with it. See getrusage(2).
 *
 * <pre>
 * struct rusage { timeval ru_utime, ru_stime; long ru_maxrss ... ru_nsignals, ru_nvcsw, ru_nivcsw; }; // 144
 * </pre>
 */
public final class ThreadUse {
    private static final int RUSAGE_THREAD = 1;
    private static final int SIZE = 144;
    private static final int VOLUNTARY = 128;
    private static final int INVOLUNTARY = 136;

    private final MemorySegment usage = Arena.ofAuto().allocate(SIZE, 8);

    /** Times that the calling thread gave up its CPU or had to. Unit: context switches. */
    public long contextSwitches() {
        Libc.check("getrusage", Libc.getrusage(RUSAGE_THREAD, usage));
        return usage.get(JAVA_LONG, VOLUNTARY) + usage.get(JAVA_LONG, INVOLUNTARY);
    }
}
