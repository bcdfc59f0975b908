package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.InetSocket;
import io.ringtail.collectors.linux.UdpSocket;
import java.nio.ByteBuffer;

/** Requests as datagrams. Sequence numbers begin at a random place, so that replies to an earlier run are nobody's. */
final class UdpCarrier implements Carrier {
    private final UdpSocket socket;
    private final int size;
    private final long base;
    private final Facts facts = new Facts();
    private int error;
    private long index;
    private Identity identity;
    private final RemoteEnd remote;
    private final StampedRequests stamped;

    /** Over a connected socket, which it closes. */
    UdpCarrier(UdpSocket socket, int size, RemoteEnd remote, int run, StampedRequests stamped) {
        this.socket = socket;
        this.stamped = stamped;
        this.size = size;
        this.remote = remote;
        this.base = (run & 0x7f_ffffL) << 40;
    }

    @Override
    public int hello() {
        Datagrams.ask(socket.outgoing(), Datagrams.Kind.HELLO, base, System.nanoTime());
        return send(Datagrams.HELLO_BYTES, false);
    }

    @Override
    public int request(long number, long intendedMonoNs) {
        if (stamped.isDue()) {
            Datagrams.ask(socket.outgoing(), Datagrams.Kind.STAMPED, base + number, intendedMonoNs);
            stamped.sending(base + number, intendedMonoNs);
            return send(size, true);
        }
        Datagrams.ask(socket.outgoing(), Datagrams.Kind.REQUEST, base + number, intendedMonoNs);
        return send(size, false);
    }

    @Override
    public Arrival receive() {
        stamped.settle();
        int length = socket.receive();
        error = Math.max(0, -length);
        if (length < 0) {
            return Arrival.NOTHING;
        }
        ByteBuffer datagram = socket.incoming();
        return switch (Datagrams.kind(datagram, length)) {
            case REPLY -> reply(datagram);
            case STAMPED_REPLY -> stampedReply(datagram);
            case IDENTITY -> identity(datagram, length);
            case REQUEST, STAMPED, HELLO, MALFORMED -> Arrival.STRANGE;
        };
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
        return identity;
    }

    @Override
    public InetSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }

    private Arrival reply(ByteBuffer datagram) {
        index = Datagrams.sequence(datagram) - base;
        facts.read(datagram);
        return Arrival.REPLY;
    }

    private Arrival stampedReply(ByteBuffer datagram) {
        stamped.arrived(Datagrams.sequence(datagram));
        index = Datagrams.sequence(datagram) - base;
        facts.readStamped(datagram);
        return Arrival.REPLY;
    }

    private Arrival identity(ByteBuffer datagram, int length) {
        identity = Datagrams.identity(datagram, length).orElse(null);
        facts.read(datagram);
        remote.switched(Datagrams.contextSwitches(datagram, length));
        return Arrival.IDENTITY;
    }

    private int send(int length, boolean withStamp) {
        int sent = sendOnce(length, withStamp);
        // The answer to an earlier datagram; this one was not sent.
        return sent == -Errno.ECONNREFUSED ? sendOnce(length, withStamp) : sent;
    }

    private int sendOnce(int length, boolean withStamp) {
        return withStamp ? socket.sendStamped(length) : socket.send(length);
    }
}
