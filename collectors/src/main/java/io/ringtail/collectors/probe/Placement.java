package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.ThreadPlacement;
import io.ringtail.collectors.parse.CpuList;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;

/**
 * Where and how a measuring thread runs.
 *
 * @param cpus CPUs as a list (0-3,8); empty for any
 * @param fifoPriority SCHED_FIFO priority, 1 to 99; 0 for the ordinary scheduler
 */
public record Placement(String cpus, int fifoPriority) {
    private static final int MAX_PRIORITY = 99;

    /** Wherever the kernel likes. */
    public static final Placement ANYWHERE = new Placement("", 0);

    /** What took effect: the CPUs as the kernel has them, the scheduler, and what did not work. */
    record Effect(String cpus, String scheduler, Optional<String> trouble) {}

    /**
     * With both checked.
     *
     * @throws IllegalArgumentException where the CPUs are no list, or the priority is none
     */
    public static Placement of(String cpus, int fifoPriority) {
        if (!cpus.isEmpty()) {
            parse(cpus);
        }
        if (fifoPriority < 0 || fifoPriority > MAX_PRIORITY) {
            throw new IllegalArgumentException("fifo priority " + fifoPriority + " is not between 1 and 99");
        }
        return new Placement(cpus, fifoPriority);
    }

    /** Places the calling thread; what the kernel refuses is told, not thrown. */
    Effect apply() {
        Optional<String> pinned = attempt(cpus.isEmpty() ? null : this::pin, "CPUs " + cpus);
        Optional<String> raised = attempt(
                fifoPriority == 0 ? null : () -> ThreadPlacement.fifo(fifoPriority),
                "SCHED_FIFO " + fifoPriority + " (needs CAP_SYS_NICE)");
        Optional<String> exact = attempt(ThreadPlacement::exactTimers, "exact timers");
        boolean fifo = fifoPriority > 0 && raised.isEmpty();
        return new Effect(
                ThreadPlacement.allowedCpus(),
                fifo ? "fifo:" + fifoPriority : "other",
                pinned.or(() -> raised).or(() -> exact));
    }

    /**
     * The CPUs of a list.
     *
     * @throws IllegalArgumentException where it is none
     */
    static BitSet parse(String list) {
        byte[] bytes = list.getBytes(StandardCharsets.US_ASCII);
        return CpuList.parse(bytes, bytes.length)
                .filter(cpus -> !cpus.isEmpty())
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + list + "' is not a list of CPUs: write it as 0-3,8"));
    }

    private void pin() {
        ThreadPlacement.pin(parse(cpus));
    }

    private static Optional<String> attempt(Runnable step, String what) {
        try {
            if (step != null) {
                step.run();
            }
            return Optional.empty();
        } catch (Errno e) {
            return Optional.of(what + ": " + e.getMessage());
        }
    }
}
