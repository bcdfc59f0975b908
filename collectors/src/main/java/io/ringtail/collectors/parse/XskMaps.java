package io.ringtail.collectors.parse;

import java.util.ArrayList;
import java.util.List;

/**
 * Rings of AF_XDP sockets in a process's memory, from /proc/PID/maps. Pure: what is no such mapping is passed over.
 * Source: proc_pid_maps(5); linux/if_xdp.h for the offsets that tell the rings apart.
 */
public final class XskMaps {
    private static final String SOCKET = "socket:[";
    private static final List<Long> OFFSETS = List.of(0L, 0x8000_0000L, 0x1_0000_0000L, 0x1_8000_0000L);

    private XskMaps() {}

    /**
     * A mapped ring.
     *
     * @param inode the socket
     * @param ring 0 RX, 1 TX, 2 fill, 3 completion
     * @param address where it starts in that process
     * @param bytes its length, rounded up to pages
     */
    public record Ring(long inode, int ring, long address, long bytes) {}

    /** The rings of all sockets that the lines tell of. */
    public static List<Ring> parse(String maps) {
        List<Ring> rings = new ArrayList<>();
        int at = maps.indexOf(SOCKET);
        while (at >= 0) {
            int from = maps.lastIndexOf('\n', at) + 1;
            int to = maps.indexOf('\n', at);
            line(maps.substring(from, to < 0 ? maps.length() : to), rings);
            at = to < 0 ? -1 : maps.indexOf(SOCKET, to);
        }
        return rings;
    }

    // 7f3a5c000000-7f3a5c002000 rw-s 80000000 00:08 493545    socket:[493545]
    private static void line(String line, List<Ring> into) {
        String[] words = line.trim().split("\\s+", -1);
        String[] range = words[0].split("-", -1);
        if (words.length < 6 || range.length != 2) {
            return;
        }
        try {
            int ring = OFFSETS.indexOf(Long.parseUnsignedLong(words[2], 16));
            long address = Long.parseUnsignedLong(range[0], 16);
            long bytes = Long.parseUnsignedLong(range[1], 16) - address;
            if (ring >= 0 && bytes > 0) {
                into.add(new Ring(Long.parseLong(words[4]), ring, address, bytes));
            }
        } catch (NumberFormatException _) {
            // Not a line of the kernel's.
        }
    }
}
