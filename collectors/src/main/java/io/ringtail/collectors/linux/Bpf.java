package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** The commands of bpf(2) that are used here. Results are descriptors for the caller to close. */
final class Bpf {
    static final int TRACING = 26;
    static final int RAW_TRACEPOINT = 17;
    static final int TRACE_RAW_TRACEPOINT = 23;
    static final int TRACE_ITER = 28;

    /** A hash map with a value for each CPU. */
    static final int PER_CPU_HASH = 5;

    /** Entries of a map are allocated when they are made. */
    static final int NO_PREALLOCATION = 1;

    private static final int MAP_CREATE = 0;
    private static final int MAP_LOOKUP = 1;
    private static final int MAP_DELETE = 3;
    private static final int MAP_NEXT_KEY = 4;
    private static final int PROG_LOAD = 5;
    private static final int RAW_TRACEPOINT_OPEN = 17;
    private static final int LINK_CREATE = 28;
    private static final int ITER_CREATE = 33;

    private static final int LOG_BYTES = 1 << 16;
    private static final int LOAD_BYTES = 144;
    private static final int LINK_BYTES = 64;
    private static final int NAME_BYTES = 15;

    private Bpf() {}

    /**
     * Loads a program.
     *
     * @param type TRACING or RAW_TRACEPOINT
     * @param attach expected attach type, or 0
     * @param btfId the kernel function that it is attached to, or 0
     * @throws Errno EPERM without CAP_BPF and CAP_PERFMON; EINVAL and EACCES with the verifier's last line
     */
    static int load(String name, int type, int attach, int btfId, long[] program) {
        requireLittleEndian();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(LOAD_BYTES, 8);
            MemorySegment log = arena.allocate(LOG_BYTES, 8);
            attributes.set(JAVA_INT, 0, type);
            attributes.set(JAVA_INT, 4, program.length);
            attributes.set(JAVA_LONG, 8, arena.allocateFrom(JAVA_LONG, program).address());
            attributes.set(JAVA_LONG, 16, arena.allocateFrom("GPL").address());
            attributes.set(JAVA_INT, 24, 1);
            attributes.set(JAVA_INT, 28, LOG_BYTES);
            attributes.set(JAVA_LONG, 32, log.address());
            attributes.setString(48, name.substring(0, Math.min(NAME_BYTES, name.length())));
            attributes.set(JAVA_INT, 68, attach);
            attributes.set(JAVA_INT, 108, btfId);
            long result = SystemCall.bpf(PROG_LOAD, attributes.address(), LOAD_BYTES);
            return (int) Libc.check("BPF_PROG_LOAD " + name + verdict(result, log), result);
        }
    }

    /** Attaches an iterator of tasks' files to all processes, or with a pid to that one. */
    static int iteratorLink(int program, int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(LINK_BYTES, 8);
            attributes.set(JAVA_INT, 0, program);
            attributes.set(JAVA_INT, 8, TRACE_ITER);
            if (pid != 0) {
                // union bpf_iter_link_info { struct { __u32 tid; __u32 pid; __u32 pid_fd; } task; }
                MemorySegment info = arena.allocate(16, 8);
                info.set(JAVA_INT, 4, pid);
                attributes.set(JAVA_LONG, 16, info.address());
                attributes.set(JAVA_INT, 24, 16);
            }
            return (int) Libc.check("BPF_LINK_CREATE", SystemCall.bpf(LINK_CREATE, attributes.address(), LINK_BYTES));
        }
    }

    /** Starts a pass of an iterator, read as a file; {@code attributes} are 8 bytes of the caller's. */
    static int iterate(int link, MemorySegment attributes) {
        attributes.set(JAVA_INT, 0, link);
        attributes.set(JAVA_INT, 4, 0);
        return (int) SystemCall.bpf(ITER_CREATE, attributes.address(), 8);
    }

    /** Creates a map. */
    static int map(int type, int keyBytes, int valueBytes, int entries, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(72, 8);
            attributes.set(JAVA_INT, 0, type);
            attributes.set(JAVA_INT, 4, keyBytes);
            attributes.set(JAVA_INT, 8, valueBytes);
            attributes.set(JAVA_INT, 12, entries);
            attributes.set(JAVA_INT, 16, flags);
            return (int) Libc.check("BPF_MAP_CREATE", SystemCall.bpf(MAP_CREATE, attributes.address(), 72));
        }
    }

    /** Reads a key's value, false if there is none; {@code attributes} are 32 bytes of the caller's. */
    static boolean lookup(int map, MemorySegment attributes, MemorySegment key, MemorySegment value) {
        return element(MAP_LOOKUP, map, attributes, key.address(), value) == 0;
    }

    /** The key after another one, or the first after NULL; false at the end. */
    static boolean nextKey(int map, MemorySegment attributes, MemorySegment key, MemorySegment next) {
        return element(MAP_NEXT_KEY, map, attributes, key.address(), next) == 0;
    }

    /** Removes a key if it is there. */
    static void delete(int map, MemorySegment attributes, MemorySegment key) {
        element(MAP_DELETE, map, attributes, key.address(), MemorySegment.NULL);
    }

    /** Attaches a raw tracepoint program; one of TRACING, which knows its tracepoint, without a name. */
    static int tracepoint(String name, int program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(16, 8);
            attributes.set(
                    JAVA_LONG, 0, name.isEmpty() ? 0 : arena.allocateFrom(name).address());
            attributes.set(JAVA_INT, 8, program);
            return (int) Libc.check(
                    "BPF_RAW_TRACEPOINT_OPEN " + name, SystemCall.bpf(RAW_TRACEPOINT_OPEN, attributes.address(), 16));
        }
    }

    private static long element(int command, int map, MemorySegment attributes, long key, MemorySegment value) {
        attributes.set(JAVA_LONG, 0, Integer.toUnsignedLong(map));
        attributes.set(JAVA_LONG, 8, key);
        attributes.set(JAVA_LONG, 16, value.address());
        attributes.set(JAVA_LONG, 24, 0);
        return SystemCall.bpf(command, attributes.address(), 32);
    }

    private static String verdict(long result, MemorySegment log) {
        if (result == -Errno.EPERM) {
            return " (needs CAP_BPF and CAP_PERFMON)";
        }
        String text = log.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0) == 0 ? "" : log.getString(0);
        return result >= 0 || text.isBlank()
                ? ""
                : " (the verifier says: " + text.lines().toList().getLast() + ")";
    }

    private static void requireLittleEndian() {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new Errno("BPF programs are assembled for little-endian machines only", Errno.EOPNOTSUPP);
        }
    }
}
