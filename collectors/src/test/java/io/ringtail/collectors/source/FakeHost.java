package io.ringtail.collectors.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Files of procfs and sysfs below a temporary directory. */
final class FakeHost {
    private final Path root;

    FakeHost(Path root) {
        this.root = root;
        put("sys/class/net/bonding_masters", "bond0\n");
    }

    ProcSys roots() {
        return new ProcSys(root.resolve("proc"), root.resolve("sys"));
    }

    /** Writes a file in place, so that descriptors kept open see it, as with the kernel's. */
    FakeHost put(String file, Object content) {
        try {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), content.toString());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FakeHost interfaces(String file, Object content) {
        return put("sys/class/net/" + file, content);
    }

    /** An interface with an index and two counters. */
    FakeHost nic(String name, int ifindex) {
        return interfaces(name + "/ifindex", ifindex + "\n")
                .interfaces(name + "/statistics/rx_packets", "0\n")
                .interfaces(name + "/statistics/tx_packets", "0\n");
    }

    FakeHost link(String file, String target) {
        try {
            Files.createDirectories(root.resolve(file).getParent());
            Files.createSymbolicLink(root.resolve(file), Path.of(target));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FakeHost rename(String file, String to) {
        try {
            Files.move(root.resolve(file), root.resolve(to));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FakeHost remove(String file) {
        try (Stream<Path> tree = Files.walk(root.resolve(file))) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path(String file) {
        return root.resolve(file);
    }
}
