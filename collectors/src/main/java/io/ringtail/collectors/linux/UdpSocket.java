package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A blocking UDP socket that makes no garbage per datagram. One thread receives (and replies), one thread sends; they
 * may be two. Both buffers are in network byte order. See udp(7), ip(7), socket(7).
 */
public final class UdpSocket extends InetSocket {
    /** Longest datagram that is received whole; a longer one is cut to this. Unit: bytes. */
    public static final int BUFFER_BYTES = 9216;

    /** Report software stamps. */
    private static final int SOF_TIMESTAMPING_SOFTWARE = 1 << 4;

    /** When the last datagram came, as struct timespec; the first call has the kernel stamp all that follow. */
    private static final int SIOCGSTAMPNS = 0x8907;

    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_ERRQUEUE = 0x2000;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment incoming = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment outgoing = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment source = arena.allocate(SocketAddresses.ROOM, 8);
    private final MemorySegment sourceLength = arena.allocate(JAVA_INT);
    private final ByteBuffer incomingBytes = incoming.asByteBuffer();
    private final ByteBuffer outgoingBytes = outgoing.asByteBuffer();
    private final MemorySegment timespec = arena.allocate(16, 8);
    private volatile boolean stamped;
    private StampedMessage request;
    private StampedMessage answer;
    private StampedMessage sent;

    private UdpSocket(InetAddress address, SocketOptions options) {
        super(SocketAddresses.family(address), Libc.SOCK_DGRAM, 0);
        apply(options);
    }

    /**
     * A socket bound to an address of this host; port 0 takes any free one.
     *
     * @throws Errno EADDRINUSE, EADDRNOTAVAIL or EACCES as bind(2) says, or what an option's setsockopt says
     */
    public static UdpSocket bind(InetSocketAddress local, SocketOptions options) {
        UdpSocket socket = new UdpSocket(local.getAddress(), options);
        socket.address(local, true);
        return socket;
    }

    /**
     * A socket that talks to one peer only; the kernel chooses the local address by its routes.
     *
     * @throws Errno ENETUNREACH and others as connect(2) says, or what an option's setsockopt says
     */
    public static UdpSocket connect(InetSocketAddress remote, SocketOptions options) {
        UdpSocket socket = new UdpSocket(remote.getAddress(), options);
        socket.bindPort(remote.getAddress(), options.localPort());
        socket.address(remote, false);
        return socket;
    }

    /** The received datagram, valid until the next receive; only absolute gets and puts, position is nobody's. */
    public ByteBuffer incoming() {
        return incomingBytes;
    }

    /** Where the next datagram to send is written. */
    public ByteBuffer outgoing() {
        return outgoingBytes;
    }

    /**
     * Has the kernel stamp what comes, and what is sent where that is asked for. It needs no privilege. Datagrams are
     * received and sent as without it: the kernel keeps the stamp of the last one that came until it is asked for. While
     * any socket of a host wants stamps, the kernel reads the clock for every packet. Before the threads that send and
     * receive start, or on the one that does both.
     *
     * @throws Errno as ioctl(2) says
     */
    public void stamp() {
        if (!stamped) {
            int result = Libc.ioctl(fd, SIOCGSTAMPNS, timespec);
            if (result < 0 && result != -Errno.ENOENT) {
                throw new Errno("ioctl SIOCGSTAMPNS", -result);
            }
            request = new StampedMessage(arena, outgoing, MemorySegment.NULL, 0);
            answer = new StampedMessage(arena, incoming, source, addressLength);
            sent = new StampedMessage(arena, MemorySegment.NULL, MemorySegment.NULL, 0);
            stamped = true;
        }
    }

    /**
     * When the kernel took the last datagram from the driver, or 0 where it did not say; later than now for one that came
     * before {@link #stamp}. Unit: ns since 1970-01-01 UTC.
     */
    public long receivedEpochNs() {
        if (!stamped || Libc.ioctl(fd, SIOCGSTAMPNS, timespec) < 0) {
            return StampedMessage.NONE;
        }
        return Libc.timespecNs(timespec, 0);
    }

    /**
     * Receiving thread: when the driver took a datagram that was sent with a stamp, the newest one that was told since the
     * last call, or 0; does not wait. Unit: ns since 1970-01-01 UTC.
     */
    public long sentEpochNs() {
        long newest = StampedMessage.NONE;
        if (stamped) {
            // Reported only while this is set, and while it is set the stamps of what comes are not kept.
            report(SOF_TIMESTAMPING_SOFTWARE);
            while (sent.receive(fd, MSG_ERRQUEUE | MSG_DONTWAIT) >= 0) {
                newest = Math.max(newest, sent.softwareEpochNs());
            }
            report(0);
        }
        return newest;
    }

    private void report(int flags) {
        timespec.set(JAVA_INT, 0, flags);
        Libc.check(
                "SO_TIMESTAMPING", Libc.setsockopt(fd, Libc.SOL_SOCKET, StampedMessage.SO_TIMESTAMPING, timespec, 4));
    }

    /** Sends as {@link #send} does, with a stamp; without one where {@link #stamp} was not called. */
    public int sendStamped(int length) {
        return stamped ? request.send(fd, length) : send(length);
    }

    /** Replies as {@link #reply} does, with a stamp; without one where {@link #stamp} was not called. */
    public int replyStamped(int length) {
        return stamped ? answer.send(fd, length) : reply(length);
    }

    /** Waits for a datagram: its length, or -errno: -EAGAIN after the timeout, -ECONNREFUSED where nobody listens. */
    public int receive() {
        sourceLength.set(JAVA_INT, 0, SocketAddresses.ROOM);
        return (int) Libc.recvfrom(fd, incoming, BUFFER_BYTES, 0, source, sourceLength);
    }

    /** Sends the outgoing buffer's first bytes to the connected peer: their number, or -errno. */
    public int send(int length) {
        return (int) Libc.sendto(fd, outgoing, length, 0, MemorySegment.NULL, 0);
    }

    /** Sends the incoming buffer's first bytes back to whom they came from: their number, or -errno. */
    public int reply(int length) {
        return (int) Libc.sendto(fd, incoming, length, 0, source, addressLength);
    }

    /** Upper half of the received datagram's source address as IPv6 (an IPv4 one is ::ffff:a.b.c.d). */
    public long sourceHigh() {
        return SocketAddresses.high(source);
    }

    /** Lower half of the received datagram's source address as IPv6. */
    public long sourceLow() {
        return SocketAddresses.low(source);
    }

    /** Port of the received datagram's source. */
    public int sourcePort() {
        return SocketAddresses.port(source);
    }

    /** Source of the received datagram; allocates. */
    public InetSocketAddress source() {
        return SocketAddresses.read(source);
    }
}
