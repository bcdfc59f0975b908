package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** SIOCETHTOOL with ETHTOOL_GDRVINFO. Owned by one thread at a time. */
final class DriverSocket implements AutoCloseable {
    private static final int GDRVINFO = 3;

    private final EthtoolSocket socket = new EthtoolSocket();

    Driver driver(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(NetlinkLayout.DRVINFO, 8);
            info.set(JAVA_INT, 0, GDRVINFO);
            socket.call("GDRVINFO of " + name, name, info);
            return new Driver(
                    text(info, NetlinkLayout.DRVINFO_DRIVER),
                    text(info, NetlinkLayout.DRVINFO_VERSION),
                    text(info, NetlinkLayout.DRVINFO_FIRMWARE),
                    text(info, NetlinkLayout.DRVINFO_BUS));
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    private static String text(MemorySegment info, int offset) {
        return EthtoolSocket.text(info, offset, NetlinkLayout.DRVINFO_TEXT);
    }
}
