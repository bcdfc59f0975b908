package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** SIOCETHTOOL for what netlink does not have. Owned by one thread at a time. */
final class EthtoolSocket implements AutoCloseable {
    private static final long SIOCETHTOOL = 0x8946;
    private static final int LONGEST_NAME = 15;

    private final int descriptor =
            (int) Libc.check("socket for ethtool", Libc.socket(Libc.AF_INET, Libc.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0));
    private final MemorySegment request = Arena.ofAuto().allocate(NetlinkLayout.IFREQ, 8);
    private boolean closed;

    /** Has a command carried out on an interface; {@code command} is read and written. */
    void call(String what, String name, MemorySegment command) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_NAME) {
            throw new Errno(what, Errno.ENODEV);
        }
        request.fill((byte) 0);
        MemorySegment.copy(bytes, 0, request, JAVA_BYTE, 0, bytes.length);
        request.set(JAVA_LONG, NetlinkLayout.IFREQ_DATA, command.address());
        Libc.check(what, Libc.ioctl(descriptor, SIOCETHTOOL, request));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Libc.close(descriptor);
        }
    }

    /** A text of at most so many bytes, up to its first NUL. */
    static String text(MemorySegment from, long offset, int length) {
        byte[] bytes = from.asSlice(offset, length).toArray(JAVA_BYTE);
        int end = 0;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
