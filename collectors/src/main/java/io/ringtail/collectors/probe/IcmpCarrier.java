package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.IcmpSocket;
import io.ringtail.collectors.linux.InetSocket;
import java.nio.ByteBuffer;

/**
 * Requests as ICMP echoes, as {@code ping} sends them, to a host whose kernel answers: nothing is known of that host but
 * its address. The payload begins with the run's number and the request's, 8 bytes each; ICMP's own 16-bit numbers
 * repeat too soon.
 */
final class IcmpCarrier implements Carrier {
    private static final int RUN = IcmpSocket.HEADER_BYTES;
    private static final int INDEX = RUN + Long.BYTES;
    private static final long HELLO = Long.MAX_VALUE;

    private final IcmpSocket socket;
    private final int payloadBytes;
    private final long run;
    private final Identity other;
    private final Facts facts = new Facts();
    private int error;
    private long index;

    /**
     * Over a connected socket, which it closes.
     *
     * @param other who answers, as far as that can be told
     */
    IcmpCarrier(IcmpSocket socket, int payloadBytes, long run, Identity other) {
        this.socket = socket;
        this.payloadBytes = payloadBytes;
        this.run = run;
        this.other = other;
    }

    @Override
    public int hello() {
        return send(HELLO);
    }

    @Override
    public int request(long number, long intendedMonoNs) {
        return send(number);
    }

    @Override
    public Arrival receive() {
        int length = socket.receive();
        error = Math.max(0, -length);
        if (length < 0) {
            return Arrival.NOTHING;
        }
        ByteBuffer message = socket.incoming();
        int at = socket.payload();
        if (length < 2 * Long.BYTES || message.getLong(at) != run) {
            return Arrival.STRANGE;
        }
        facts.none();
        facts.identityHash = 0;
        index = message.getLong(at + Long.BYTES);
        return index == HELLO ? Arrival.IDENTITY : Arrival.REPLY;
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
        return other;
    }

    @Override
    public InetSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }

    private int send(long number) {
        socket.outgoing().putLong(RUN, run).putLong(INDEX, number);
        int sent = socket.send((int) run, (int) number, payloadBytes);
        return sent == -Errno.ECONNREFUSED ? socket.send((int) run, (int) number, payloadBytes) : sent;
    }
}
