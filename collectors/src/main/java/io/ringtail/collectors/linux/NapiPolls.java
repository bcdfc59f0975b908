package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * How many packets the polls of NAPI instances find, counted in the kernel by a BPF program at each poll of the network
 * namespace of the thread that opens it. Needs CAP_BPF and CAP_PERFMON then, and Linux 5.5 with BTF. Owned by one thread
 * at a time. Source: Documentation/networking/napi.rst.
 */
public final class NapiPolls implements AutoCloseable {
    /** Instances beyond these are not counted. */
    private static final int MOST_INSTANCES = 1024;

    private static final Path NETNS = Path.of("/proc/thread-self/ns/net");
    private static final String TRACEPOINT = "btf_trace_napi_poll";

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment attributes = arena.allocate(32, 8);
    private final MemorySegment key = arena.allocate(NapiPollProgram.KEY_BYTES, 8);
    private final MemorySegment next = arena.allocate(NapiPollProgram.KEY_BYTES, 8);
    private final MemorySegment values;
    private final int cpus;
    private final List<Integer> descriptors = new ArrayList<>();
    private final int map;

    private NapiPolls(int cpus) {
        this.cpus = cpus;
        values = arena.allocate((long) cpus * NapiPollProgram.VALUE_BYTES, 8);
        map = keep(Bpf.map(
                Bpf.PER_CPU_HASH,
                NapiPollProgram.KEY_BYTES,
                NapiPollProgram.VALUE_BYTES,
                MOST_INSTANCES,
                Bpf.NO_PREALLOCATION));
    }

    /**
     * Builds, loads and attaches the program: some 0.3 s, once.
     *
     * @param cpus how many CPUs are possible, as {@code /sys/devices/system/cpu/possible} tells
     * @throws Errno EPERM without the capabilities, EOPNOTSUPP if the kernel cannot
     */
    public static NapiPolls open(int cpus) {
        Btf btf = Btf.ofKernel();
        int tracepoint = btf.find(TRACEPOINT, Btf.TYPEDEF)
                .orElseThrow(() -> new Errno("this kernel's BTF has no " + TRACEPOINT, Errno.EOPNOTSUPP));
        NapiPolls polls = new NapiPolls(cpus);
        try {
            long[] code = NapiPollProgram.of(btf, polls.map, netns());
            int program =
                    polls.keep(Bpf.load("ringtail_napi", Bpf.TRACING, Bpf.TRACE_RAW_TRACEPOINT, tracepoint, code));
            polls.keep(Bpf.tracepoint("", program));
            return polls;
        } catch (Errno e) {
            polls.close();
            throw e;
        }
    }

    /** What was counted of each instance; those of interfaces that are not there any more are forgotten. */
    public List<NapiPollCounts> read(IntPredicate isThere) {
        List<NapiPollCounts> counts = new ArrayList<>();
        List<Long> gone = new ArrayList<>();
        boolean more = Bpf.nextKey(map, attributes, MemorySegment.NULL, next);
        for (int seen = 0; more && seen < MOST_INSTANCES; seen++) {
            key.copyFrom(next);
            int ifindex = key.get(JAVA_INT, 0);
            if (!isThere.test(ifindex)) {
                gone.add(key.get(JAVA_LONG, 0));
            } else if (Bpf.lookup(map, attributes, key, values)) {
                counts.add(counts(ifindex, key.get(JAVA_INT, 4)));
            }
            more = Bpf.nextKey(map, attributes, key, next);
        }
        gone.forEach(old -> {
            key.set(JAVA_LONG, 0, old);
            Bpf.delete(map, attributes, key);
        });
        return counts;
    }

    @Override
    public void close() {
        Set.copyOf(descriptors).forEach(Libc::close);
        descriptors.clear();
    }

    private NapiPollCounts counts(int ifindex, int napiId) {
        long packets = 0;
        long[] sizes = new long[NapiPollCounts.SIZES];
        for (int cpu = 0; cpu < cpus; cpu++) {
            long at = (long) cpu * NapiPollProgram.VALUE_BYTES;
            packets += values.get(JAVA_LONG, at);
            for (int size = 0; size < sizes.length; size++) {
                sizes[size] += values.get(JAVA_LONG, at + 8 + 8L * size);
            }
        }
        return new NapiPollCounts(
                ifindex, napiId, packets, Arrays.stream(sizes).boxed().toList());
    }

    private int keep(int descriptor) {
        descriptors.add(descriptor);
        return descriptor;
    }

    private static int netns() {
        try {
            String link = Files.readSymbolicLink(NETNS).toString();
            return Integer.parseUnsignedInt(link.substring(link.indexOf('[') + 1, link.indexOf(']')));
        } catch (IOException e) {
            throw new Errno(NETNS + " cannot be read", Errno.EOPNOTSUPP);
        }
    }
}
