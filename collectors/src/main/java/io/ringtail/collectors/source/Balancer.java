package io.ringtail.collectors.source;

import io.ringtail.collectors.source.Fact.Known;
import java.nio.file.Path;
import java.util.Optional;

/** Whether irqbalance runs, by the names of the processes. Owned by the source's thread. */
final class Balancer {
    private static final Fact NAME = new Known("irqbalance");

    private final Path proc;
    private Optional<String> process = Optional.empty();

    Balancer(Path proc) {
        this.proc = proc;
    }

    /** Looks at the process that was one last time first, then at all. */
    boolean running() {
        if (process.filter(this::balances).isEmpty()) {
            process = KernelFile.names(proc, "").stream()
                    .filter(name -> Character.isDigit(name.charAt(0)))
                    .filter(this::balances)
                    .findFirst();
        }
        return process.isPresent();
    }

    private boolean balances(String id) {
        return KernelFile.read(proc.resolve(id).resolve("comm")).equals(NAME);
    }
}
