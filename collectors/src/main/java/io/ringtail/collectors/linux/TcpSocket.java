package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * One end of a blocking TCP connection that makes no garbage per message; small messages leave at once (TCP_NODELAY). One
 * thread receives, one sends; they may be two. Both buffers are in network byte order. See tcp(7).
 */
public final class TcpSocket extends InetSocket {
    /** Room of each buffer: the longest message. Unit: bytes. */
    public static final int BUFFER_BYTES = 1 << 16;

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int MSG_NOSIGNAL = 0x4000;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment incoming = arena.allocate(BUFFER_BYTES, 64);
    private final MemorySegment outgoing = arena.allocate(BUFFER_BYTES, 64);
    private final ByteBuffer incomingBytes = incoming.asByteBuffer();
    private final ByteBuffer outgoingBytes = outgoing.asByteBuffer();

    private TcpSocket(int family) {
        super(family, Libc.SOCK_STREAM, 0);
    }

    /** A connection that a listener accepted. */
    TcpSocket(int fd, int family, SocketOptions options) {
        super(fd, family);
        prepare(options, options.receiveTimeout());
    }

    /**
     * A connection to a peer.
     *
     * @param patience how long connecting, and later any one sending, may take
     * @throws Errno ECONNREFUSED, ETIMEDOUT, EINPROGRESS after the patience and others as connect(2) says, or what an
     *     option's setsockopt says
     */
    public static TcpSocket connect(InetSocketAddress remote, SocketOptions options, Duration patience) {
        TcpSocket socket = new TcpSocket(SocketAddresses.family(remote.getAddress()));
        socket.prepare(options, patience);
        socket.bindPort(remote.getAddress(), options.localPort());
        socket.address(remote, false);
        return socket;
    }

    private void prepare(SocketOptions options, Duration sendTimeout) {
        apply(options);
        try (Arena mine = Arena.ofConfined()) {
            timeout(SO_SNDTIMEO, sendTimeout, mine);
            set(IPPROTO_TCP, TCP_NODELAY, 1, "TCP_NODELAY");
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What was received; only absolute gets and puts, position is nobody's. */
    public ByteBuffer incoming() {
        return incomingBytes;
    }

    /** Where the next message to send is written. */
    public ByteBuffer outgoing() {
        return outgoingBytes;
    }

    /** Waits for bytes and puts at most {@code most} behind {@code at}: how many; 0 at the end; or -errno. */
    public int receive(int at, int most) {
        return (int) Libc.recvfrom(fd, incoming.asSlice(at, most), most, 0, MemorySegment.NULL, MemorySegment.NULL);
    }

    /** Sends the outgoing buffer's first bytes, all of them: their number, or -errno. */
    public int send(int length) {
        int sent = (int) Libc.sendto(fd, outgoing, length, MSG_NOSIGNAL, MemorySegment.NULL, 0);
        while (sent >= 0 && sent < length) {
            int more = (int)
                    Libc.sendto(fd, outgoing.asSlice(sent), (long) length - sent, MSG_NOSIGNAL, MemorySegment.NULL, 0);
            sent = more < 0 ? more : sent + more;
        }
        return sent;
    }

    /** Ends both directions, so that a thread which waits for bytes finds their end. */
    public void shutdown() {
        Libc.shutdown(fd, 2);
    }

    /** Address of the peer; allocates. */
    public InetSocketAddress remote() {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment address = mine.allocate(SocketAddresses.ROOM, 8);
            MemorySegment length = mine.allocateFrom(JAVA_INT, SocketAddresses.ROOM);
            Libc.check("getpeername", Libc.getpeername(fd, address, length));
            return SocketAddresses.read(address);
        }
    }
}
