package io.ringtail.collectors.source;

import io.ringtail.collectors.source.Fact.Known;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether irqbalance runs, by the names of the processes. Owned by the source's thread. */
final class Balancer {
    private static final Fact NAME = new Known("irqbalance");

    private static final int READS_OF_NEW_ONES = 6;

    private final Path proc;
    private Optional<String> process = Optional.empty();
    private Set<String> seen = Set.of();
    private int reads;

    Balancer(Path proc) {
        this.proc = proc;
    }

    /**
     * Looks at the process that was one last time first, then at those that are new, and every so often at all: a
     * process that was seen may have become another by exec.
     */
    boolean running() {
        if (process.filter(this::balances).isEmpty()) {
            Set<String> all = processes();
            Set<String> known = reads++ % READS_OF_NEW_ONES == 0 ? Set.of() : seen;
            process = all.stream()
                    .filter(id -> !known.contains(id))
                    .filter(this::balances)
                    .findFirst();
            seen = all;
        }
        return process.isPresent();
    }

    private Set<String> processes() {
        return KernelFile.names(proc, "").stream()
                .filter(name -> Character.isDigit(name.charAt(0)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean balances(String id) {
        return KernelFile.read(proc.resolve(id).resolve("comm")).equals(NAME);
    }
}
