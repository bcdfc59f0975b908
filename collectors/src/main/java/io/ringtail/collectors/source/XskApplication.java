package io.ringtail.collectors.source;

import io.ringtail.collectors.parse.ThreadStat;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the application behind an AF_XDP socket runs: the CPU of its busiest thread. Owned by whoever holds the
 * source's lock.
 */
final class XskApplication implements AutoCloseable {
    private final Path tasks;
    private final ReadBuffer scratch = new ReadBuffer(1024);
    private final Map<String, Long> ticks = new HashMap<>();
    private KeptFile busiest;
    private BitSet seen = new BitSet();
    private boolean busy;
    private int lastCpu = -1;
    private int observed;
    private int shared;

    XskApplication(Path proc, int pid) {
        this.tasks = proc.resolve(Integer.toString(pid)).resolve("task");
    }

    /** Finds the thread that has used most CPU time since the last call; the first one if none has used any. */
    void refresh() {
        boolean begun = !ticks.isEmpty();
        String name = null;
        long most = -1;
        List<String> threads = KernelFile.names(tasks, "");
        for (String thread : threads) {
            long used = used(thread);
            if (used > most) {
                most = used;
                name = thread;
            }
        }
        ticks.keySet().retainAll(threads);
        busy = begun && most > 0;
        follow(name);
    }

    /** Sees where it is now, beside these CPUs of interrupts. */
    void observe(BitSet interruptCpus) {
        Optional<ThreadStat> stat = busiest != null && busiest.readOnce(scratch)
                ? ThreadStat.parse(scratch.bytes(), scratch.length())
                : Optional.empty();
        lastCpu = -1;
        stat.ifPresent(now -> {
            seen.set(now.cpu());
            observed++;
            shared += interruptCpus.get(now.cpu()) ? 1 : 0;
            lastCpu = busy || now.state() == 'R' ? now.cpu() : -1;
        });
    }

    /** The CPU that it was working on when it was last seen; -1 while it sleeps. */
    int workingCpu() {
        return lastCpu;
    }

    /** CPUs that it was seen on since the last {@link #takeShare}. */
    BitSet seen() {
        return seen;
    }

    /** Share of the observations on a CPU of the interrupts; begins anew. */
    Optional<Double> takeShare() {
        Optional<Double> share = observed == 0 ? Optional.empty() : Optional.of((double) shared / observed);
        observed = 0;
        shared = 0;
        seen = new BitSet();
        return share;
    }

    @Override
    public void close() {
        follow(null);
    }

    private long used(String thread) {
        try (KeptFile file = new KeptFile(tasks.resolve(thread).resolve("stat"))) {
            Optional<ThreadStat> stat =
                    file.readOnce(scratch) ? ThreadStat.parse(scratch.bytes(), scratch.length()) : Optional.empty();
            long now = stat.map(ThreadStat::cpuTicks).orElse(-1L);
            Long before = now < 0 ? null : ticks.put(thread, now);
            return before == null ? now : now - before;
        }
    }

    private void follow(String thread) {
        close(busiest);
        busiest = thread == null ? null : new KeptFile(tasks.resolve(thread).resolve("stat"));
    }

    private static void close(KeptFile file) {
        if (file != null) {
            file.close();
        }
    }
}
