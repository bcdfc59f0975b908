package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Where and how the calling (platform) thread runs: CPUs, scheduling class, timer slack. See sched(7), prctl(2). */
public final class ThreadPlacement {
    private static final int SCHED_FIFO = 1;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int MASK_WORDS = 16;
    private static final String ALLOWED = "Cpus_allowed_list:";

    private ThreadPlacement() {}

    /**
     * Lets the calling thread run on these CPUs only.
     *
     * @throws Errno EINVAL where none of them is online
     */
    public static void pin(BitSet cpus) {
        long[] words = cpus.toLongArray();
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment mask = mine.allocate(JAVA_LONG, Math.max(MASK_WORDS, words.length));
            MemorySegment.copy(words, 0, mask, JAVA_LONG, 0, words.length);
            Libc.check("sched_setaffinity", Libc.schedSetaffinity(0, mask.byteSize(), mask));
        }
    }

    /**
     * Gives the calling thread the real-time class SCHED_FIFO.
     *
     * @throws Errno EPERM without CAP_SYS_NICE
     */
    public static void fifo(int priority) {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment parameters = mine.allocateFrom(JAVA_INT, priority);
            Libc.check("sched_setscheduler SCHED_FIFO", Libc.schedSetscheduler(0, SCHED_FIFO, parameters));
        }
    }

    /** Lets the calling thread's timers be as exact as the hardware: the default slack of 50 us would be its jitter. */
    public static void exactTimers() {
        Libc.check("prctl PR_SET_TIMERSLACK", Libc.prctl(PR_SET_TIMERSLACK, 1));
    }

    /** CPUs that the calling thread may run on, as the kernel prints them: 0-3,8. */
    public static String allowedCpus() {
        try {
            return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).trim())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
