package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * AF_XDP sockets of all processes and network namespaces by a BPF iterator over the open files of tasks, which the
 * kernel has from 5.11 on. Nothing of a socket is held between two looks. Needs CAP_BPF and CAP_PERFMON when it is
 * opened. Owned by one thread at a time; sampling allocates nothing. Source: Documentation/bpf/bpf_iterators.rst.
 */
public final class XskIterator implements XskReader {
    private static final String TARGET = "bpf_iter_task_file";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int RING_WORDS = XskProgram.RING_BYTES;

    private final int program;
    private final int everything;
    private final Map<Integer, Integer> linksByPid = new HashMap<>();
    private final MemorySegment attributes = Arena.ofAuto().allocate(8, 8);
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, 8);
    private boolean closed;

    private XskIterator(int program, int everything) {
        this.program = program;
        this.everything = everything;
    }

    /**
     * Builds, loads and attaches the program: some 0.3 s, once.
     *
     * @throws Errno EPERM without the capabilities, EOPNOTSUPP if the kernel cannot
     */
    public static XskIterator open() {
        Btf btf = Btf.ofKernel();
        int target = btf.find(TARGET, Btf.FUNC)
                .orElseThrow(() -> new Errno("this kernel's BTF has no " + TARGET, Errno.EOPNOTSUPP));
        int program = Bpf.load("ringtail_xsk", Bpf.TRACING, Bpf.TRACE_ITER, target, XskProgram.of(btf));
        try {
            return new XskIterator(program, Bpf.iteratorLink(program, 0));
        } catch (Errno e) {
            Libc.close(program);
            throw e;
        }
    }

    @Override
    public List<XskSocketFacts> sockets() {
        Map<Long, XskSocketFacts> found = new HashMap<>();
        pass(everything, at -> {
            if (buffer.get(JAVA_INT, at + XskProgram.STATE) == XskProgram.BOUND) {
                // Processes that share a socket come by their pids: the first is the one that is named.
                found.merge(buffer.get(JAVA_LONG, at), facts(at), (first, _) -> first);
            }
        });
        List<XskSocketFacts> all = new ArrayList<>(found.values());
        keepLinks(all);
        return all;
    }

    @Override
    public void sample(int pid, XskSamples into) {
        Integer link = linksByPid.get(pid);
        if (link != null) {
            pass(link, at -> rings(at, into));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            linksByPid.values().forEach(Libc::close);
            linksByPid.clear();
            Libc.close(everything);
            Libc.close(program);
        }
    }

    private void keepLinks(List<XskSocketFacts> sockets) {
        linksByPid.entrySet().removeIf(entry -> {
            boolean gone = sockets.stream().noneMatch(socket -> socket.pid() == entry.getKey());
            if (gone) {
                Libc.close(entry.getValue());
            }
            return gone;
        });
        sockets.forEach(socket -> linksByPid.computeIfAbsent(socket.pid(), pid -> Bpf.iteratorLink(program, pid)));
    }

    private void pass(int link, Records records) {
        int pass = (int) Libc.check("BPF_ITER_CREATE", Bpf.iterate(link, attributes));
        try {
            long length = read(pass);
            while (length > 0) {
                for (long at = 0; at + XskProgram.BYTES <= length; at += XskProgram.BYTES) {
                    records.at(at);
                }
                length = read(pass);
            }
        } finally {
            Libc.close(pass);
        }
    }

    /** The kernel gives whole records only, as many as there is room for; EAGAIN after many files without one. */
    private long read(int pass) {
        long length = -Errno.EAGAIN;
        while (length == -Errno.EAGAIN || length == -Errno.EINTR) {
            length = Libc.read(pass, buffer, BUFFER_BYTES);
        }
        return Libc.check("read of a BPF iterator", length);
    }

    private void rings(long at, XskSamples into) {
        long inode = buffer.get(JAVA_LONG, at + XskProgram.INODE);
        for (int ring = 0; ring < XskSocketFacts.RINGS; ring++) {
            long words = at + XskProgram.RINGS + (long) ring * RING_WORDS;
            if (buffer.get(JAVA_INT, words + XskProgram.ENTRIES) != 0) {
                into.ring(
                        inode,
                        ring,
                        buffer.get(JAVA_INT, words + XskProgram.PRODUCER),
                        buffer.get(JAVA_INT, words + XskProgram.CONSUMER),
                        buffer.get(JAVA_INT, words + XskProgram.FLAGS));
            }
        }
    }

    private XskSocketFacts facts(long at) {
        return new XskSocketFacts(
                buffer.get(JAVA_LONG, at + XskProgram.INODE),
                buffer.get(JAVA_INT, at + XskProgram.PID),
                text(at + XskProgram.PROCESS),
                OptionalLong.of(Integer.toUnsignedLong(buffer.get(JAVA_INT, at + XskProgram.NETNS))),
                OptionalInt.of(buffer.get(JAVA_INT, at + XskProgram.IFINDEX)),
                Optional.of(text(at + XskProgram.INTERFACE)),
                OptionalInt.of(buffer.get(JAVA_SHORT, at + XskProgram.QUEUE) & 0xffff),
                Optional.of(buffer.get(JAVA_BYTE, at + XskProgram.ZERO_COPY) != 0),
                Optional.of(buffer.get(JAVA_BYTE, at + XskProgram.NEED_WAKEUP) != 0),
                entries(at),
                Optional.of(statistics(at)));
    }

    private List<OptionalInt> entries(long at) {
        List<OptionalInt> entries = new ArrayList<>(XskSocketFacts.RINGS);
        for (int ring = 0; ring < XskSocketFacts.RINGS; ring++) {
            int size = (int) word(at, ring, XskProgram.ENTRIES);
            entries.add(size == 0 ? OptionalInt.empty() : OptionalInt.of(size));
        }
        return entries;
    }

    /** As xsk_getsockopt() of net/xdp/xsk.c makes them. */
    private XdpStatistics statistics(long at) {
        return new XdpStatistics(
                buffer.get(JAVA_LONG, at + XskProgram.RX_DROPPED),
                counter(at, 0, XskProgram.INVALID),
                counter(at, 1, XskProgram.INVALID),
                OptionalLong.of(buffer.get(JAVA_LONG, at + XskProgram.RX_QUEUE_FULL)),
                OptionalLong.of(counter(at, 2, XskProgram.EMPTY)),
                OptionalLong.of(counter(at, 1, XskProgram.EMPTY)));
    }

    private long counter(long at, int ring, int word) {
        return buffer.get(JAVA_LONG, at + XskProgram.RINGS + (long) ring * RING_WORDS + word);
    }

    private long word(long at, int ring, int word) {
        return Integer.toUnsignedLong(buffer.get(JAVA_INT, at + XskProgram.RINGS + (long) ring * RING_WORDS + word));
    }

    private String text(long at) {
        byte[] bytes = new byte[XskProgram.NAME_BYTES];
        MemorySegment.copy(buffer, JAVA_BYTE, at, bytes, 0, bytes.length);
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** Takes the records of a pass by their places in the buffer. */
    private interface Records {
        void at(long offset);
    }
}
