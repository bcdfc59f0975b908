package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A blocking UDP socket that makes no garbage per datagram. One thread receives (and replies), one thread sends; they
 * may be two. Both buffers are in network byte order. Whoever closes the socket first ends both threads: a descriptor
 * number that is in use by a blocked call must not be given to somebody else. See udp(7), ip(7), socket(7).
 */
public final class UdpSocket implements AutoCloseable {
    /** Longest datagram that is received whole; a longer one is cut to this. Unit: bytes. */
    public static final int BUFFER_BYTES = 9216;

    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVTIMEO = 20;
    private static final int SO_BUSY_POLL = 46;
    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IP_TOS = 1;
    private static final int IPV6_TCLASS = 67;

    private final int fd;
    private final int addressLength;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment incoming = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment outgoing = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment source = arena.allocate(SocketAddresses.ROOM, 8);
    private final MemorySegment sourceLength = arena.allocate(JAVA_INT);
    private final ByteBuffer incomingBytes = incoming.asByteBuffer();
    private final ByteBuffer outgoingBytes = outgoing.asByteBuffer();

    private UdpSocket(InetAddress address) {
        int family = SocketAddresses.family(address);
        this.addressLength = family == Libc.AF_INET ? SocketAddresses.IPV4_SIZE : SocketAddresses.ROOM;
        this.fd = (int) Libc.check("socket", Libc.socket(family, Libc.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0));
    }

    /**
     * A socket bound to an address of this host; port 0 takes any free one.
     *
     * @throws Errno EADDRINUSE, EADDRNOTAVAIL or EACCES as bind(2) says, or what an option's setsockopt says
     */
    public static UdpSocket bind(InetSocketAddress local, UdpOptions options) {
        UdpSocket socket = new UdpSocket(local.getAddress());
        return socket.prepared(options, local, "bind");
    }

    /**
     * A socket that talks to one peer only; the kernel chooses the local address by its routes.
     *
     * @throws Errno ENETUNREACH and others as connect(2) says, or what an option's setsockopt says
     */
    public static UdpSocket connect(InetSocketAddress remote, UdpOptions options) {
        UdpSocket socket = new UdpSocket(remote.getAddress());
        return socket.prepared(options, remote, "connect");
    }

    /** The received datagram, valid until the next receive; only absolute gets and puts, position is nobody's. */
    public ByteBuffer incoming() {
        return incomingBytes;
    }

    /** Where the next datagram to send is written. */
    public ByteBuffer outgoing() {
        return outgoingBytes;
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

    /** Source of the received datagram; allocates. */
    public InetSocketAddress source() {
        return SocketAddresses.read(source);
    }

    /** The local address, as the kernel chose it where that was left to it. */
    public InetSocketAddress local() {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment address = mine.allocate(SocketAddresses.ROOM, 8);
            MemorySegment length = mine.allocateFrom(JAVA_INT, SocketAddresses.ROOM);
            Libc.check("getsockname", Libc.getsockname(fd, address, length));
            return SocketAddresses.read(address);
        }
    }

    /** SO_BUSY_POLL as the kernel has it. Unit: us. */
    public int busyPollUs() {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment value = mine.allocate(JAVA_INT);
            MemorySegment length = mine.allocateFrom(JAVA_INT, Integer.BYTES);
            Libc.check("getsockopt SO_BUSY_POLL", Libc.getsockopt(fd, Libc.SOL_SOCKET, SO_BUSY_POLL, value, length));
            return value.get(JAVA_INT, 0);
        }
    }

    @Override
    public void close() {
        Libc.close(fd);
    }

    private UdpSocket prepared(UdpOptions options, InetSocketAddress address, String call) {
        try (Arena mine = Arena.ofConfined()) {
            apply(options, mine);
            MemorySegment bytes = mine.allocate(SocketAddresses.ROOM, 8);
            int length = SocketAddresses.write(bytes, address);
            boolean binds = "bind".equals(call);
            Libc.check(call, binds ? Libc.bind(fd, bytes, length) : Libc.connect(fd, bytes, length));
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void apply(UdpOptions options, Arena mine) {
        receiveTimeout(options.receiveTimeout(), mine);
        if (options.busyPollUs() >= 0) {
            set(Libc.SOL_SOCKET, SO_BUSY_POLL, options.busyPollUs(), "SO_BUSY_POLL", mine);
        }
        if (options.bufferBytes() > 0) {
            set(Libc.SOL_SOCKET, SO_RCVBUF, options.bufferBytes(), "SO_RCVBUF", mine);
        }
        if (options.dscp() > 0) {
            boolean four = addressLength == SocketAddresses.IPV4_SIZE;
            set(four ? IPPROTO_IP : IPPROTO_IPV6, four ? IP_TOS : IPV6_TCLASS, options.dscp() << 2, "DSCP", mine);
        }
    }

    private void receiveTimeout(Duration timeout, Arena mine) {
        MemorySegment timeval = mine.allocate(16, 8);
        timeval.set(JAVA_LONG, 0, timeout.toSeconds());
        timeval.set(JAVA_LONG, 8, Math.max(1, timeout.toNanosPart() / 1000));
        Libc.check("setsockopt SO_RCVTIMEO", Libc.setsockopt(fd, Libc.SOL_SOCKET, SO_RCVTIMEO, timeval, 16));
    }

    private void set(int level, int option, int value, String name, Arena mine) {
        MemorySegment bytes = mine.allocateFrom(JAVA_INT, value);
        Libc.check("setsockopt " + name, Libc.setsockopt(fd, level, option, bytes, Integer.BYTES));
    }
}
