package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** ETHTOOL_GRXCLSRLALL and ETHTOOL_GRXCLSRULE. Owned by one thread at a time. */
final class RssRules implements AutoCloseable {
    private static final int COUNT = 0x2e;
    private static final int RULE = 0x2f;
    private static final int ALL = 0x30;

    // struct ethtool_rxnfc { __u32 cmd; __u32 flow_type; __u64 data; struct ethtool_rx_flow_spec fs; __u32 rule_cnt;
    //                        __u32 rule_locs[]; };
    static final int SIZE = 192;
    private static final int DATA = 8;
    private static final int SPEC = 16;
    private static final int RULES = 184;
    private static final int LOCATIONS = 188;

    // struct ethtool_rx_flow_spec { __u32 flow_type; union h_u (52 bytes); h_ext (20); m_u (52); m_ext (20);
    //                               __u64 ring_cookie; __u32 location; };
    private static final int SPEC_COOKIE = 152;
    private static final int SPEC_BYTES = 168;
    private static final int SPEC_MATCH_BYTES = 148;
    private static final int MOST = 4_096;

    private final EthtoolSocket socket = new EthtoolSocket();

    List<RssRule> read(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(SIZE, 8);
            count.set(JAVA_INT, 0, COUNT);
            socket.call("GRXCLSRLCNT of " + name, name, count);
            int rules = Math.clamp(count.get(JAVA_INT, RULES), 0, MOST);
            List<RssRule> all = new ArrayList<>(rules);
            for (int location : locations(name, rules, arena)) {
                all.add(rule(name, location, arena));
            }
            return all;
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    /** A rule from its {@code ethtool_rx_flow_spec}. Pure. */
    static RssRule rule(int location, byte[] spec) {
        ByteBuffer buffer = ByteBuffer.wrap(spec).order(ByteOrder.nativeOrder());
        CRC32 sum = new CRC32();
        sum.update(spec, 0, SPEC_MATCH_BYTES);
        return new RssRule(location, buffer.getInt(0), (int) buffer.getLong(SPEC_COOKIE), (int) sum.getValue());
    }

    private int[] locations(String name, int rules, Arena arena) {
        if (rules == 0) {
            return new int[0];
        }
        // sizeof(struct) ends with padding; the locations begin in it.
        MemorySegment all = arena.allocate(LOCATIONS + (long) MOST * Integer.BYTES, 8);
        all.set(JAVA_INT, 0, ALL);
        all.set(JAVA_INT, RULES, rules);
        socket.call("GRXCLSRLALL of " + name, name, all);
        int told = Math.clamp(all.get(JAVA_INT, RULES), 0, rules);
        return all.asSlice(LOCATIONS, (long) told * Integer.BYTES).toArray(JAVA_INT);
    }

    private RssRule rule(String name, int location, Arena arena) {
        MemorySegment one = arena.allocate(SIZE, 8);
        one.set(JAVA_INT, 0, RULE);
        one.set(JAVA_LONG, DATA, 0);
        one.set(JAVA_INT, SPEC + SPEC_COOKIE + Long.BYTES, location);
        socket.call("GRXCLSRULE of " + name, name, one);
        return rule(location, one.asSlice(SPEC, SPEC_BYTES).toArray(JAVA_BYTE));
    }
}
