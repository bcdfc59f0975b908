package io.ringtail.collectors.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The kernel's clocks (clock_gettime(2)), read without garbage on any thread. */
public final class Clocks {
    private static final ThreadLocal<MemorySegment> TIMESPEC =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(16, 8));

    private Clocks() {}

    /** CLOCK_REALTIME. Unit: ns since 1970-01-01 UTC. */
    public static long epochNs() {
        return Libc.clockNs(Libc.CLOCK_REALTIME, TIMESPEC.get());
    }

    /** CLOCK_MONOTONIC; the same clock as System.nanoTime on Linux, which costs less. Unit: ns since the boot. */
    public static long monoNs() {
        return Libc.clockNs(Libc.CLOCK_MONOTONIC, TIMESPEC.get());
    }

    /** CPU time of the calling thread so far; a real system call, some 0.2 us. Unit: ns. */
    public static long threadCpuNs() {
        return Libc.clockNs(Libc.CLOCK_THREAD_CPUTIME_ID, TIMESPEC.get());
    }
}
