package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.XskDescriptors;
import io.ringtail.collectors.linux.XskIterator;
import io.ringtail.collectors.linux.XskQueues;
import io.ringtail.collectors.linux.XskReader;
import io.ringtail.schemas.record.XskFoundBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The ways to find AF_XDP sockets, the best first. */
final class XskReaders {
    private static final int CAP_SYS_PTRACE = 19;
    private static final String EFFECTIVE = "CapEff:";

    private XskReaders() {}

    /**
     * A way.
     *
     * @param foundBy its name in records
     * @param open opens it, or throws an {@link Errno}
     */
    record Way(XskFoundBy foundBy, Supplier<XskReader> open) {}

    /**
     * The way that is open.
     *
     * @param foundBy its name in records
     * @param reader looks at the sockets
     * @param better why a better way is not; absent for the best
     */
    record Open(XskFoundBy foundBy, XskReader reader, Optional<String> better) {}

    /** Of this host. */
    static List<Way> ways() {
        return List.of(
                new Way(XskFoundBy.BPF_ITERATOR, XskIterator::open),
                new Way(XskFoundBy.DESCRIPTOR, XskReaders::descriptors),
                new Way(XskFoundBy.NETLINK, XskQueues::open));
    }

    /**
     * Opens the first that can be.
     *
     * @throws IllegalStateException if none can
     */
    static Open open(List<Way> ways) {
        StringBuilder failures = new StringBuilder();
        for (Way way : ways) {
            try {
                XskReader reader = way.open.get();
                return new Open(
                        way.foundBy, reader, failures.isEmpty() ? Optional.empty() : Optional.of(failures.toString()));
            } catch (Errno e) {
                failures.append(failures.isEmpty() ? "" : "; ").append(e.getMessage());
            }
        }
        throw new IllegalStateException("AF_XDP sockets cannot be seen: " + failures);
    }

    private static XskReader descriptors() {
        if (!has(CAP_SYS_PTRACE)) {
            throw new Errno("descriptors of other processes (needs CAP_SYS_PTRACE)", Errno.EPERM);
        }
        return new XskDescriptors();
    }

    private static boolean has(int capability) {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(EFFECTIVE))
                    .map(line -> line.substring(EFFECTIVE.length()).trim())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >>> capability & 1) != 0);
        } catch (IOException e) {
            return false;
        }
    }
}
