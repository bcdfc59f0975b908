package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.UdpSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers stamped requests. The driver takes a reply only after it was written, so each reply tells of the one before it to
 * the same prober; the last 256 probers are remembered. Owned by the echo thread.
 */
final class StampedReplies {
    private static final Logger LOG = LoggerFactory.getLogger(StampedReplies.class);
    private static final int SLOTS = 256;
    private static final int NO_SLOT = -1;
    private static final int WARM_UP = 20_000;
    private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(1);

    private final UdpSocket socket;
    private final long[] high = new long[SLOTS];
    private final long[] low = new long[SLOTS];
    private final int[] port = new int[SLOTS];
    private final long[] sequence = new long[SLOTS];
    private final long[] sendNs = new long[SLOTS];
    private int awaited = NO_SLOT;
    private long awaitedSinceEpochNs;

    StampedReplies(UdpSocket socket) {
        this.socket = socket;
        Arrays.fill(port, NO_SLOT);
    }

    /**
     * Any thread: has the JVM compile what makes a reply. Few requests are stamped: without this the interpreter's time
     * would be in all of them for minutes. Takes about half a second in a JVM that has just started.
     */
    static void warmUp() {
        ByteBuffer scratch = ByteBuffer.allocate(Datagrams.MIN_BYTES);
        // The wildcard address: a namespace whose loopback is down has no other.
        try (UdpSocket trial = UdpSocket.bind(new InetSocketAddress("0.0.0.0", 0), SocketOptions.of(RECEIVE_TIMEOUT))) {
            trial.stamp();
            StampedReplies replies = new StampedReplies(trial);
            for (int i = 0; i < WARM_UP; i++) {
                Request request = new Request(i, trial.receivedEpochNs(), i, i, trial.sourcePort() + i);
                replies.answer(scratch, i, request);
            }
        } catch (Errno e) {
            LOG.debug("without a socket to warm up with, the first stamped replies are slower: {}", e.getMessage());
        }
    }

    /** What is known of the request that was just received. */
    private record Request(long receivedEpochNs, long kernelEpochNs, long high, long low, int port) {}

    /** Makes the reply of the request that was just received. */
    void prepare(ByteBuffer datagram, int identityHash, long receivedEpochNs) {
        socket.stamp();
        long kernelEpochNs = socket.receivedEpochNs();
        if (awaited != NO_SLOT) {
            collect();
        }
        Request request = new Request(
                receivedEpochNs, kernelEpochNs, socket.sourceHigh(), socket.sourceLow(), socket.sourcePort());
        answer(datagram, identityHash, request);
    }

    private void answer(ByteBuffer datagram, int identityHash, Request request) {
        int slot = slot(request);
        boolean known = isSource(slot, request);
        long asked = Datagrams.sequence(datagram);
        Datagrams.answerStamped(
                datagram,
                identityHash,
                request.receivedEpochNs,
                request.kernelEpochNs == 0 ? Datagrams.UNKNOWN : request.receivedEpochNs - request.kernelEpochNs,
                known ? sequence[slot] : Datagrams.UNKNOWN,
                known ? sendNs[slot] : Datagrams.UNKNOWN);
        high[slot] = request.high;
        low[slot] = request.low;
        port[slot] = request.port;
        sequence[slot] = asked;
        sendNs[slot] = Datagrams.UNKNOWN;
        awaited = slot;
        awaitedSinceEpochNs = request.receivedEpochNs;
    }

    /** Takes the stamp of the reply that was sent last, where the driver has told it already. */
    void collect() {
        long tookEpochNs = socket.sentEpochNs();
        if (awaited != NO_SLOT && tookEpochNs >= awaitedSinceEpochNs) {
            sendNs[awaited] = tookEpochNs - awaitedSinceEpochNs;
            awaited = NO_SLOT;
        }
    }

    private boolean isSource(int slot, Request request) {
        return port[slot] == request.port && high[slot] == request.high && low[slot] == request.low;
    }

    private static int slot(Request request) {
        long mixed = (request.high * 31 + request.low) * 31 + request.port;
        return (int) ((mixed * 0x9e37_79b9_7f4a_7c15L) >>> 56);
    }
}
