package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.UdpSocket;
import java.nio.ByteBuffer;

/**
 * The datagrams of one prober: one thread asks, one receives (in a closed loop both are the same). Makes no garbage but
 * for identities. Sequence numbers begin at a random place, so that replies to an earlier run are nobody's.
 */
final class Conversation implements AutoCloseable {
    /** Nothing was answered. */
    static final long NONE = -1;

    private static final long CPU_AGE_NS = 10_000_000;

    private final int size;
    private final UdpSocket socket;
    private final Flights flights;
    private final RemoteEnd remote;
    private final long base;
    private final Tally duplicated = new Tally();
    private final Tally late = new Tally();
    private final Tally reordered = new Tally();
    private final Tally strange = new Tally();
    private final Tally unsent = new Tally();
    private volatile int lastError;
    private volatile long askingCpuNs;
    private volatile long receivingCpuNs;
    private volatile long answeredMonoNs;
    private long askingCpuReadMonoNs;
    private long receivingCpuReadMonoNs;
    private long newestAnswered = NONE;

    /** Over a connected socket, which it closes. */
    Conversation(UdpSocket socket, int size, Flights flights, RemoteEnd remote, int run) {
        this.socket = socket;
        this.size = size;
        this.flights = flights;
        this.remote = remote;
        this.base = (run & 0x7f_ffffL) << 40;
    }

    /** Asking thread: who is there? */
    void hello() {
        Datagrams.ask(socket.outgoing(), Datagrams.Kind.HELLO, base, System.nanoTime());
        send(Datagrams.HELLO_BYTES);
    }

    /** Asking thread: sends a scheduled request now. */
    void request(long index, long intendedMonoNs) {
        Datagrams.ask(socket.outgoing(), Datagrams.Kind.REQUEST, base + index, intendedMonoNs);
        long nowMonoNs = System.nanoTime();
        flights.sent(index, nowMonoNs);
        send(size);
        if (nowMonoNs - askingCpuReadMonoNs > CPU_AGE_NS) {
            askingCpuReadMonoNs = nowMonoNs;
            askingCpuNs = Clocks.threadCpuNs();
        }
    }

    /** Receiving thread: waits for a datagram; the request that it is the first answer to, or {@link #NONE}. */
    long receive() {
        int length = socket.receive();
        long nowMonoNs = System.nanoTime();
        if (length < 0) {
            failed(-length);
            return NONE;
        }
        if (nowMonoNs - receivingCpuReadMonoNs > CPU_AGE_NS) {
            receivingCpuReadMonoNs = nowMonoNs;
            receivingCpuNs = Clocks.threadCpuNs();
        }
        ByteBuffer datagram = socket.incoming();
        return switch (Datagrams.kind(datagram, length)) {
            case REPLY -> reply(datagram, nowMonoNs);
            case IDENTITY -> identity(datagram, length);
            case REQUEST, HELLO, MALFORMED -> none(strange);
        };
    }

    private long reply(ByteBuffer datagram, long nowMonoNs) {
        long index = Datagrams.sequence(datagram) - base;
        return switch (flights.received(index, nowMonoNs, Datagrams.stampNs(datagram))) {
            case ANSWER -> answer(index, datagram, nowMonoNs);
            case LATE -> none(late);
            case DUPLICATE -> none(duplicated);
            case UNKNOWN -> none(strange);
        };
    }

    private long answer(long index, ByteBuffer datagram, long nowMonoNs) {
        remote.replied(Datagrams.identityHash(datagram), Datagrams.busyNs(datagram), Datagrams.threadNs(datagram));
        answeredMonoNs = nowMonoNs;
        if (index < newestAnswered) {
            reordered.count();
        } else {
            newestAnswered = index;
        }
        return index;
    }

    private long identity(ByteBuffer datagram, int length) {
        int hash = Datagrams.identityHash(datagram);
        Datagrams.identity(datagram, length)
                .ifPresentOrElse(identity -> remote.identified(identity, hash), strange::count);
        return NONE;
    }

    private void send(int length) {
        int sent = socket.send(length);
        if (sent == -Errno.ECONNREFUSED) {
            // The answer to an earlier datagram; this one was not sent.
            failed(Errno.ECONNREFUSED);
            sent = socket.send(length);
        }
        if (sent < 0) {
            failed(-sent);
            unsent.count();
        }
    }

    private void failed(int errno) {
        if (errno != Errno.EAGAIN && errno != Errno.EINTR) {
            lastError = errno;
        }
    }

    private static long none(Tally counter) {
        counter.count();
        return NONE;
    }

    long duplicated() {
        return duplicated.get();
    }

    long late() {
        return late.get();
    }

    long reordered() {
        return reordered.get();
    }

    /** Datagrams that are no replies to this run. */
    long strange() {
        return strange.get();
    }

    long unsent() {
        return unsent.get();
    }

    /** The last errno, or 0. */
    int lastError() {
        return lastError;
    }

    /** When the last answer came, or 0. */
    long answeredMonoNs() {
        return answeredMonoNs;
    }

    /** CPU time of both threads, not older than 10 ms while there is traffic. */
    long cpuNs(boolean oneThread) {
        return oneThread ? Math.max(askingCpuNs, receivingCpuNs) : askingCpuNs + receivingCpuNs;
    }

    UdpSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }
}
