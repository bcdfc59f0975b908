package io.ringtail.collectors.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * ICMP echo to one host without garbage per message: a ping socket where the kernel allows it to this process's group
 * (sysctl net.ipv4.ping_group_range), which fills in identifier and checksum itself, or else a raw one (CAP_NET_RAW).
 * One thread sends, one receives. Buffers begin with the ICMP header, 8 bytes. See icmp(7), RFC 792, RFC 4443.
 */
public final class IcmpSocket extends InetSocket {
    /** Room of each buffer. Unit: bytes. */
    public static final int BUFFER_BYTES = 9216;

    /** Type, code, checksum, identifier, sequence. Unit: bytes. */
    public static final int HEADER_BYTES = 8;

    private static final int IPPROTO_ICMP = 1;
    private static final int IPPROTO_ICMPV6 = 58;
    private static final int ECHO = 8;
    private static final int ECHO_REPLY = 0;
    private static final int ECHO_V6 = 128;
    private static final int ECHO_REPLY_V6 = 129;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment incoming = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment outgoing = arena.allocate(BUFFER_BYTES, 64);
    private final ByteBuffer incomingBytes = incoming.asByteBuffer();
    private final ByteBuffer outgoingBytes = outgoing.asByteBuffer();
    private final boolean raw;
    private int offset; // of the ICMP header in what was received

    private IcmpSocket(int family, boolean raw) {
        super(family, raw ? Libc.SOCK_RAW : Libc.SOCK_DGRAM, family == Libc.AF_INET ? IPPROTO_ICMP : IPPROTO_ICMPV6);
        this.raw = raw;
    }

    /**
     * A socket that pings one host.
     *
     * @throws Errno EPERM where neither kind is allowed, and as connect(2) or an option's setsockopt says
     */
    public static IcmpSocket connect(InetAddress remote, SocketOptions options) {
        IcmpSocket socket = open(SocketAddresses.family(remote));
        socket.apply(options);
        socket.address(new InetSocketAddress(remote, 0), false);
        return socket;
    }

    private static IcmpSocket open(int family) {
        try {
            return new IcmpSocket(family, false);
        } catch (Errno e) {
            if (e.number() != Errno.EACCES && e.number() != Errno.EPERM) {
                throw e;
            }
            return new IcmpSocket(family, true);
        }
    }

    /** Whether it is a raw one, which needed CAP_NET_RAW. */
    public boolean isRaw() {
        return raw;
    }

    /** Where the payload of the next request is written, behind {@link #HEADER_BYTES}. */
    public ByteBuffer outgoing() {
        return outgoingBytes;
    }

    /** What was received. */
    public ByteBuffer incoming() {
        return incomingBytes;
    }

    /** Where the payload of what was received begins. */
    public int payload() {
        return offset + HEADER_BYTES;
    }

    /** Sends an echo request with so much payload: its bytes, or -errno. */
    public int send(int identifier, int sequence, int payloadBytes) {
        int length = HEADER_BYTES + payloadBytes;
        outgoingBytes.putInt(0, (family == Libc.AF_INET ? ECHO : ECHO_V6) << 24);
        outgoingBytes.putShort(4, (short) identifier);
        outgoingBytes.putShort(6, (short) sequence);
        if (raw && family == Libc.AF_INET) {
            outgoingBytes.putShort(2, checksum(outgoingBytes, length));
        }
        return (int) Libc.sendto(fd, outgoing, length, 0, MemorySegment.NULL, 0);
    }

    /** Waits for an echo reply: the length of its payload, or -errno; -EAGAIN for anything else that came. */
    public int receive() {
        int length = (int) Libc.recvfrom(fd, incoming, BUFFER_BYTES, 0, MemorySegment.NULL, MemorySegment.NULL);
        if (length < 0) {
            return length;
        }
        offset = raw && family == Libc.AF_INET ? (incomingBytes.get(0) & 0xf) * 4 : 0;
        int payload = length - offset - HEADER_BYTES;
        return payload >= 0 && isReply() ? payload : -Errno.EAGAIN;
    }

    private boolean isReply() {
        int type = Byte.toUnsignedInt(incomingBytes.get(offset));
        return type == (family == Libc.AF_INET ? ECHO_REPLY : ECHO_REPLY_V6);
    }

    /** The Internet checksum (RFC 1071). */
    static short checksum(ByteBuffer bytes, int length) {
        long sum = 0;
        for (int at = 0; at + 1 < length; at += 2) {
            sum += Short.toUnsignedInt(bytes.getShort(at));
        }
        if (length % 2 == 1) {
            sum += Byte.toUnsignedInt(bytes.get(length - 1)) << 8;
        }
        while (sum >> 16 != 0) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (short) ~sum;
    }
}
