package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.ringtail.collectors.parse.XskMaps;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * AF_XDP sockets by the descriptors and the memory of their processes: needs CAP_SYS_PTRACE (and a Yama that lets it).
 * A duplicate of a socket would keep its queue bound when its process ends, so that the restarted process met EBUSY:
 * each look takes one for some microseconds, asks, and closes it; the rings are read out of the process's memory, which
 * holds nothing. The kernel tells neither interface nor queue this way. Owned by one thread at a time. Source: man 2
 * pidfd_getfd, process_vm_readv.
 */
public final class XskDescriptors implements XskReader {
    private static final int SOL_XDP = 283;
    private static final int MMAP_OFFSETS = 1;
    private static final int STATISTICS = 7;
    private static final int OPTIONS = 8;
    private static final int ZERO_COPY = 1;

    private static final Path PROC = Path.of("/proc");
    private static final long SCAN_NS = 10_000_000_000L;

    private final Map<Integer, List<RingMemory>> byPid = new HashMap<>();
    private final MemorySegment option = Arena.ofAuto().allocate(256, 8);
    private final MemorySegment length = Arena.ofAuto().allocate(8, 8);
    private boolean scanned;
    private long scannedMonoNs;

    /** Looks at all processes at first, at most every 10 s later; at those that have sockets each time. */
    @Override
    public List<XskSocketFacts> sockets() {
        List<XskSocketFacts> found = new ArrayList<>();
        Map<Integer, List<RingMemory>> known = Map.copyOf(byPid);
        byPid.clear();
        long now = System.nanoTime();
        boolean all = !scanned || now - scannedMonoNs >= SCAN_NS;
        for (int pid : all ? pids() : List.copyOf(known.keySet())) {
            process(pid, found);
        }
        if (all) {
            scanned = true;
            scannedMonoNs = now;
        }
        return found;
    }

    @Override
    public void sample(int pid, XskSamples into) {
        byPid.getOrDefault(pid, List.of()).forEach(socket -> socket.sample(into));
    }

    @Override
    public void close() {
        byPid.clear();
    }

    private static List<Integer> pids() {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            List<Integer> pids = new ArrayList<>();
            processes.forEach(
                    process -> pids.add(Integer.valueOf(process.getFileName().toString())));
            return pids;
        } catch (IOException e) {
            throw new Errno("list of /proc", Errno.EACCES);
        }
    }

    /** A process that ends meanwhile, or may not be looked at, has nothing to tell. */
    private void process(int pid, List<XskSocketFacts> found) {
        try {
            Path process = PROC.resolve(Integer.toString(pid));
            Map<Long, List<XskMaps.Ring>> sockets =
                    XskMaps.parse(Files.readString(process.resolve("maps"), StandardCharsets.ISO_8859_1)).stream()
                            .collect(Collectors.groupingBy(XskMaps.Ring::inode));
            for (Map.Entry<Long, List<XskMaps.Ring>> socket : sockets.entrySet()) {
                ask(pid, process, socket.getKey(), socket.getValue()).ifPresent(found::add);
            }
        } catch (IOException _) {
            byPid.remove(pid);
        }
    }

    private Optional<XskSocketFacts> ask(int pid, Path process, long inode, List<XskMaps.Ring> rings)
            throws IOException {
        OptionalInt descriptor = descriptor(process, inode);
        String name = Files.readString(process.resolve("comm")).trim();
        OptionalLong netns = netns(process);
        int pidfd = descriptor.isEmpty() ? -1 : SystemCall.pidfdOpen(pid);
        if (pidfd < 0) {
            return Optional.empty();
        }
        int duplicate = SystemCall.pidfdGetfd(pidfd, descriptor.getAsInt());
        Libc.close(pidfd);
        if (duplicate < 0) {
            return Optional.empty();
        }
        Answers answers;
        try {
            answers = answers(duplicate);
        } finally {
            Libc.close(duplicate);
        }
        return answers.offsets.map(offsets -> {
            byPid.computeIfAbsent(pid, _ -> new ArrayList<>()).add(new RingMemory(pid, offsets, rings));
            return facts(pid, name, netns, inode, rings, offsets, answers);
        });
    }

    /** As few calls as there are facts: meanwhile the socket is held. */
    private Answers answers(int socket) {
        int given = option(socket, MMAP_OFFSETS, XskOffsets.BYTES);
        Optional<XskOffsets> offsets = XskOffsets.of(bytes(XskOffsets.BYTES), given);
        given = option(socket, STATISTICS, XdpStatistics.BYTES);
        Optional<XdpStatistics> statistics = XdpStatistics.of(bytes(XdpStatistics.BYTES), given);
        given = option(socket, OPTIONS, Integer.BYTES);
        Optional<Boolean> zeroCopy =
                given == Integer.BYTES ? Optional.of((option.get(JAVA_INT, 0) & ZERO_COPY) != 0) : Optional.empty();
        return new Answers(offsets, statistics, zeroCopy);
    }

    /** The length of the answer; 0 where there is none. */
    private int option(int socket, int name, int bytes) {
        length.set(JAVA_INT, 0, bytes);
        return Libc.getsockopt(socket, SOL_XDP, name, option, length) < 0 ? 0 : length.get(JAVA_INT, 0);
    }

    private byte[] bytes(int count) {
        return option.asSlice(0, count).toArray(JAVA_BYTE);
    }

    private static OptionalInt descriptor(Path process, long inode) throws IOException {
        String wanted = "socket:[" + inode + "]";
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path each : descriptors) {
                if (link(each).filter(wanted::equals).isPresent()) {
                    return OptionalInt.of(Integer.parseInt(each.getFileName().toString()));
                }
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalLong netns(Path process) {
        return link(process.resolve("ns/net")).filter(text -> text.matches("net:\\[\\d{1,18}]")).stream()
                .mapToLong(text -> Long.parseLong(text.substring(5, text.length() - 1)))
                .findFirst();
    }

    private static Optional<String> link(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static XskSocketFacts facts(
            int pid,
            String name,
            OptionalLong netns,
            long inode,
            List<XskMaps.Ring> rings,
            XskOffsets offsets,
            Answers answers) {
        List<OptionalInt> entries = new ArrayList<>();
        for (int i = 0; i < XskSocketFacts.RINGS; i++) {
            int ring = i;
            entries.add(rings.stream()
                    .filter(each -> each.ring() == ring)
                    .map(each -> offsets.entries(ring, each.bytes()))
                    .findFirst()
                    .orElse(OptionalInt.empty()));
        }
        return new XskSocketFacts(
                inode,
                pid,
                name,
                netns,
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                answers.zeroCopy,
                Optional.empty(),
                entries,
                answers.statistics);
    }

    private record Answers(
            Optional<XskOffsets> offsets, Optional<XdpStatistics> statistics, Optional<Boolean> zeroCopy) {}
}
