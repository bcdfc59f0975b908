package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A driver's own statistics of an interface, by the ioctls behind {@code ethtool -S}: netlink cannot carry the names of
 * a large NIC, as an attribute ends at 64 KiB. A read of values allocates nothing once the interface is known. Owned by
 * one thread at a time, bound to the network namespace of the thread that makes it. A driver can hold a call for
 * seconds. Source: include/uapi/linux/ethtool.h.
 */
public final class EthtoolStatistics implements AutoCloseable {
    // struct ethtool_sset_info { __u32 cmd; __u32 reserved; __u64 sset_mask; __u32 data[]; };
    private static final int GSSET_INFO = 0x37;
    private static final int SSET_MASK = 8;
    private static final int SSET_DATA = 16;

    // struct ethtool_gstrings { __u32 cmd; __u32 string_set; __u32 len; __u8 data[]; };
    private static final int GSTRINGS = 0x1b;
    private static final int STRINGS_SET = 4;
    private static final int STRINGS_LEN = 8;
    private static final int STRINGS_DATA = 12;
    private static final int STRING_BYTES = 32;

    // struct ethtool_stats { __u32 cmd; __u32 n_stats; __u64 data[]; };
    private static final int GSTATS = 0x1d;
    private static final int STATS_COUNT = 4;
    private static final int STATS_DATA = 8;

    private static final int SET_STATISTICS = 1;

    // The kernel writes as many as the driver has at that moment, however many were asked for: room for more.
    private static final int SLACK = 16_384;
    private static final int MOST = 1 << 20;

    private final EthtoolSocket socket = new EthtoolSocket();
    private MemorySegment values = MemorySegment.NULL;
    private long[] copied = new long[0];

    private EthtoolStatistics() {}

    /** Opens it in the calling thread's network namespace. */
    public static EthtoolStatistics open() {
        return new EthtoolStatistics();
    }

    /** How many statistics the driver has now; it changes when queues are reconfigured. 0 where it has none. */
    public int count(String name) {
        return count(name, SET_STATISTICS);
    }

    /** Their names, in the order of their values; cut at 31 bytes by the kernel. */
    public List<String> names(String name) {
        return strings(name, SET_STATISTICS);
    }

    /**
     * Their values, unsigned in their bits; valid until the next call. Fails with EAGAIN if there are more or fewer than
     * expected: the names have to be read again.
     */
    public long[] values(String name, int expected) {
        makeRoom(expected);
        values.set(JAVA_INT, 0, GSTATS);
        values.set(JAVA_INT, STATS_COUNT, expected);
        socket.call("GSTATS of " + name, name, values);
        if (values.get(JAVA_INT, STATS_COUNT) != expected) {
            throw new Errno("GSTATS of " + name + ": another number of statistics", Errno.EAGAIN);
        }
        MemorySegment.copy(values, JAVA_LONG, STATS_DATA, copied, 0, expected);
        return copied;
    }

    @Override
    public void close() {
        socket.close();
    }

    int count(String name, int set) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(SSET_DATA + 8, 8);
            info.set(JAVA_INT, 0, GSSET_INFO);
            info.set(JAVA_LONG, SSET_MASK, 1L << set);
            socket.call("GSSET_INFO of " + name, name, info);
            int count = info.get(JAVA_LONG, SSET_MASK) == 0 ? 0 : info.get(JAVA_INT, SSET_DATA);
            if (count < 0 || count > MOST) {
                throw new Errno("GSSET_INFO of " + name + ": " + count + " strings", Errno.EBADMSG);
            }
            return count;
        }
    }

    List<String> strings(String name, int set) {
        int count = count(name, set);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment strings = arena.allocate(STRINGS_DATA + (long) (count + SLACK) * STRING_BYTES, 8);
            strings.set(JAVA_INT, 0, GSTRINGS);
            strings.set(JAVA_INT, STRINGS_SET, set);
            strings.set(JAVA_INT, STRINGS_LEN, count);
            socket.call("GSTRINGS of " + name, name, strings);
            int told = Math.clamp(strings.get(JAVA_INT, STRINGS_LEN), 0, count + SLACK);
            List<String> names = new ArrayList<>(told);
            for (int i = 0; i < told; i++) {
                names.add(EthtoolSocket.text(strings, STRINGS_DATA + (long) i * STRING_BYTES, STRING_BYTES));
            }
            return names;
        }
    }

    private void makeRoom(int expected) {
        long bytes = STATS_DATA + (long) (expected + SLACK) * Long.BYTES;
        if (values.byteSize() < bytes) {
            values = Arena.ofAuto().allocate(bytes, 8);
            copied = Arrays.copyOf(copied, expected);
        }
        if (copied.length < expected) {
            copied = new long[expected];
        }
    }
}
