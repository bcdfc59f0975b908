package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.InetSocket;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.TcpSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests over one TCP connection. Responses come in the order of their requests, which is how they are told apart. A
 * connection that broke is made anew by the asking thread, once the receiving thread has let go of it; what was under way
 * is lost.
 */
final class TcpCarrier implements Carrier {
    private static final int UNDER_WAY = 1 << 12;
    private static final long RECONNECT_NS = 500_000_000;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final InetSocketAddress target;
    private final SocketOptions options;
    private final int requestBytes;
    private final int responseBytes;
    private final Facts facts = new Facts();
    private final AtomicLongArray underWay = new AtomicLongArray(UNDER_WAY); // indices in the order of their sends
    private final Tally sent = new Tally(); // of the asking thread
    private final Tally answered = new Tally(); // of the receiving thread
    private volatile TcpSocket socket;
    private volatile boolean broken;
    private long brokenMonoNs;
    private int got;
    private int error;
    private long index;

    /**
     * Over a connection that it makes and closes.
     *
     * @throws Errno if there is no reflector
     */
    TcpCarrier(InetSocketAddress target, SocketOptions options, int requestBytes, int responseBytes) {
        this.target = target;
        this.options = options;
        this.requestBytes = requestBytes;
        this.responseBytes = responseBytes;
        this.socket = connect();
    }

    @Override
    public int hello() {
        return 0;
    }

    @Override
    public int request(long number, long intendedMonoNs) {
        if (broken && !reconnect()) {
            return -Errno.ECONNRESET;
        }
        if (sent.get() - answered.get() >= UNDER_WAY) {
            return -Errno.ENOBUFS;
        }
        if (TcpFrames.hasHeader(requestBytes)) {
            Datagrams.ask(socket.outgoing(), Datagrams.Kind.REQUEST, number, intendedMonoNs);
        }
        underWay.setRelease((int) sent.get() & (UNDER_WAY - 1), number);
        sent.count();
        int result = socket.send(requestBytes);
        if (result < 0) {
            socket.shutdown();
        }
        return result;
    }

    @Override
    public Arrival receive() {
        if (broken) {
            LockSupport.parkNanos(1_000_000);
            error = Errno.ECONNRESET;
            return Arrival.NOTHING;
        }
        int length = socket.receive(got, responseBytes - got);
        error = Math.max(0, -length);
        if (length <= 0) {
            return ended(length);
        }
        got += length;
        return got < responseBytes ? Arrival.NOTHING : reply();
    }

    @Override
    public int error() {
        return error;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public Facts facts() {
        return facts;
    }

    @Override
    public Identity identity() {
        return null;
    }

    @Override
    public InetSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }

    private Arrival reply() {
        got = 0;
        if (answered.get() >= sent.get()) {
            return Arrival.STRANGE;
        }
        index = underWay.getAcquire((int) answered.get() & (UNDER_WAY - 1));
        answered.count();
        if (TcpFrames.hasHeader(responseBytes)) {
            facts.read(socket.incoming());
        } else {
            facts.none();
        }
        return Arrival.REPLY;
    }

    private Arrival ended(int result) {
        if (result == 0 || (-result != Errno.EAGAIN && -result != Errno.EINTR)) {
            error = result == 0 ? Errno.ECONNRESET : -result;
            brokenMonoNs = System.nanoTime();
            broken = true;
        }
        return Arrival.NOTHING;
    }

    private boolean reconnect() {
        if (System.nanoTime() - brokenMonoNs < RECONNECT_NS) {
            return false;
        }
        try {
            TcpSocket fresh = connect();
            socket.close();
            socket = fresh;
            got = 0;
            answered.add(sent.get() - answered.get());
            broken = false;
            return true;
        } catch (Errno e) {
            brokenMonoNs = System.nanoTime();
            return false;
        }
    }

    private TcpSocket connect() {
        TcpSocket fresh = TcpSocket.connect(target, options, PATIENCE);
        TcpFrames.hello(fresh.outgoing(), requestBytes, responseBytes, TcpFrames.REQUESTS);
        if (fresh.send(TcpFrames.HELLO_BYTES) < 0 || !TcpControl.receive(fresh)) {
            fresh.close();
            throw new Errno("hello", Errno.ETIMEDOUT);
        }
        return fresh;
    }
}
