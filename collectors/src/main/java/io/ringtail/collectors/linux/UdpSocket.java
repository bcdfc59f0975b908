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

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment incoming = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment outgoing = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment source = arena.allocate(SocketAddresses.ROOM, 8);
    private final MemorySegment sourceLength = arena.allocate(JAVA_INT);
    private final ByteBuffer incomingBytes = incoming.asByteBuffer();
    private final ByteBuffer outgoingBytes = outgoing.asByteBuffer();

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
}
