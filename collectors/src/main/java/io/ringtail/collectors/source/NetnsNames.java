package io.ringtail.collectors.source;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Names of network namespaces by their inodes: those of {@code ip netns}. Owned by one source's thread. */
final class NetnsNames {
    private static final Path NAMED = Path.of("/run/netns");
    private static final Path OWN = Path.of("/proc/thread-self/ns/net");

    private final Map<Long, String> names = new HashMap<>();
    private long own = -1;

    /** Looks anew, in the calling thread's namespace. */
    void refresh() {
        names.clear();
        own = inode(OWN).orElse(-1);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(NAMED)) {
            entries.forEach(entry -> inode(entry)
                    .ifPresent(inode -> names.put(inode, entry.getFileName().toString())));
        } catch (IOException _) {
            // No namespace has a name here.
        }
    }

    /** Whether it is the calling thread's. */
    boolean isOwn(OptionalLong inode) {
        return inode.isEmpty() || inode.getAsLong() == own;
    }

    /** The name, or how the kernel writes a namespace without one. */
    String name(long inode) {
        String name = names.get(inode);
        return name == null ? "net:[" + inode + "]" : name;
    }

    private static OptionalLong inode(Path path) {
        try {
            return OptionalLong.of((Long) Files.getAttribute(path, "unix:ino"));
        } catch (IOException | UnsupportedOperationException e) {
            return OptionalLong.empty();
        }
    }
}
