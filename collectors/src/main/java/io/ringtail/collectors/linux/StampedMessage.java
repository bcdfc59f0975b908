package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A message to be sent with a time stamp, or one that brings such stamps back, made once and used again: recvmsg(2),
 * sendmsg(2), and the kernel's Documentation/networking/timestamping.rst. Owned by one thread. Makes no garbage.
 *
 * <pre>
 * struct msghdr  { void *name; u32 namelen; iovec *iov; u64 iovlen; void *control; u64 controllen; int flags; };  // 56
 * struct iovec   { void *base; u64 len; };                                                                        // 16
 * struct cmsghdr { u64 len; int level; int type; data };                                                     // 16 + data
 * struct scm_timestamping { struct timespec ts[3]; };                        // software, unused, of the NIC: 16 each
 * </pre>
 */
final class StampedMessage {
    /** Option and control message alike. */
    static final int SO_TIMESTAMPING = 37;

    /** No stamp. */
    static final long NONE = 0;

    private static final int TX_SOFTWARE = 1 << 1;
    private static final int CONTROL_LENGTH = 40;
    private static final int CONTROL_ROOM = 256;
    private static final int DATA = 16;
    private static final int TX_CONTROL_LENGTH = DATA + Integer.BYTES;
    private static final int TX_CONTROL_SPACE = 24;

    private final MemorySegment header;
    private final MemorySegment vector;
    private final MemorySegment control;

    /**
     * Over these bytes and this address, ready to be sent.
     *
     * @param name where the peer's address is; NULL for none
     * @param nameLength its length
     */
    StampedMessage(Arena arena, MemorySegment bytes, MemorySegment name, int nameLength) {
        header = arena.allocate(56, 8);
        vector = arena.allocate(16, 8);
        control = arena.allocate(CONTROL_ROOM, 8);
        header.set(ADDRESS, 0, name);
        header.set(JAVA_INT, 8, nameLength);
        header.set(ADDRESS, 16, vector);
        header.set(JAVA_LONG, 24, 1);
        header.set(ADDRESS, 32, control);
        header.set(JAVA_LONG, CONTROL_LENGTH, TX_CONTROL_SPACE);
        vector.set(ADDRESS, 0, bytes);
        control.set(JAVA_LONG, 0, TX_CONTROL_LENGTH);
        control.set(JAVA_INT, 8, Libc.SOL_SOCKET);
        control.set(JAVA_INT, 12, SO_TIMESTAMPING);
        control.set(JAVA_INT, DATA, TX_SOFTWARE);
    }

    /** Receives control messages alone: 0 or more, or -errno. */
    int receive(int fd, int flags) {
        header.set(JAVA_LONG, CONTROL_LENGTH, CONTROL_ROOM);
        return (int) Libc.recvmsg(fd, header, flags);
    }

    /** Sends, and asks for a stamp when the driver takes it: the length sent, or -errno. */
    int send(int fd, int length) {
        vector.set(JAVA_LONG, 8, length);
        return (int) Libc.sendmsg(fd, header, 0);
    }

    /** The software stamp of what was received last, or {@link #NONE}. Unit: ns since 1970-01-01 UTC. */
    long softwareEpochNs() {
        long end = Math.min(CONTROL_ROOM, header.get(JAVA_LONG, CONTROL_LENGTH));
        for (long at = 0; at + DATA <= end; ) {
            long length = control.get(JAVA_LONG, at);
            if (isStamps(at, length, end)) {
                return Libc.timespecNs(control, at + DATA);
            }
            if (length < DATA) {
                return NONE;
            }
            at += (length + 7) & -8;
        }
        return NONE;
    }

    private boolean isStamps(long at, long length, long end) {
        return length >= DATA + 16
                && at + length <= end
                && control.get(JAVA_INT, at + 8) == Libc.SOL_SOCKET
                && control.get(JAVA_INT, at + 12) == SO_TIMESTAMPING;
    }
}
