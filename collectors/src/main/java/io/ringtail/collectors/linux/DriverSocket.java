package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** SIOCETHTOOL with ETHTOOL_GDRVINFO. Owned by one thread at a time. */
final class DriverSocket implements AutoCloseable {
    private static final long SIOCETHTOOL = 0x8946;
    private static final int GDRVINFO = 3;
    private static final int LONGEST_NAME = 15;

    private final int descriptor =
            (int) Libc.check("socket for ethtool", Libc.socket(Libc.AF_INET, Libc.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0));
    private boolean closed;

    Driver driver(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_NAME) {
            throw new Errno("GDRVINFO of " + name, Errno.ENODEV);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(NetlinkLayout.DRVINFO, 8);
            info.set(JAVA_INT, 0, GDRVINFO);
            MemorySegment request = arena.allocate(NetlinkLayout.IFREQ, 8);
            MemorySegment.copy(bytes, 0, request, JAVA_BYTE, 0, bytes.length);
            request.set(JAVA_LONG, NetlinkLayout.IFREQ_DATA, info.address());
            Libc.check("GDRVINFO of " + name, Libc.ioctl(descriptor, SIOCETHTOOL, request));
            return driver(info);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Libc.close(descriptor);
        }
    }

    private static Driver driver(MemorySegment info) {
        return new Driver(
                text(info, NetlinkLayout.DRVINFO_DRIVER),
                text(info, NetlinkLayout.DRVINFO_VERSION),
                text(info, NetlinkLayout.DRVINFO_FIRMWARE),
                text(info, NetlinkLayout.DRVINFO_BUS));
    }

    private static String text(MemorySegment info, int offset) {
        byte[] bytes = info.asSlice(offset, NetlinkLayout.DRVINFO_TEXT).toArray(JAVA_BYTE);
        String padded = new String(bytes, StandardCharsets.UTF_8);
        int end = padded.indexOf('\0');
        return end < 0 ? padded : padded.substring(0, end);
    }
}
