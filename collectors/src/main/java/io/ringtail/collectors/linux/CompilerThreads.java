package io.ringtail.collectors.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The threads of HotSpot's optimising compiler (C2): some minutes after a start they would take a whole CPU from what is
 * being measured.
 */
public final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");
    /** As the kernel has it, cut to 15 characters. */
    private static final String C2 = "C2 CompilerThre";

    private static final int PRIO_PROCESS = 0;
    private static final int NICE = 15;

    private CompilerThreads() {}

    /**
     * Lets them run only where nobody else wants the CPU (nice 15; setpriority(2) takes a thread's id on Linux). Threads
     * that the compiler adds later inherit it. No privilege is needed.
     *
     * @return how many there were
     * @throws IOException if /proc/self/task cannot be read
     */
    public static int giveWay() throws IOException {
        List<Integer> threads = threads();
        threads.forEach(thread -> Libc.check("setpriority", Libc.setpriority(PRIO_PROCESS, thread, NICE)));
        return threads.size();
    }

    private static List<Integer> threads() throws IOException {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.filter(CompilerThreads::isC2)
                    .map(task -> Integer.valueOf(task.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isC2(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip().equals(C2);
        } catch (IOException e) {
            return false; // ended meanwhile
        }
    }
}
