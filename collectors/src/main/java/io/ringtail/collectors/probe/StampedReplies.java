package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.UdpSocket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Answers stamped requests. The driver takes a reply only after it was written, so each reply tells of the one before it to
 * the same prober; the last 256 probers are remembered. Owned by the echo thread; makes no garbage.
 */
final class StampedReplies {
    private static final int SLOTS = 256;
    private static final int NO_SLOT = -1;

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

    /** Makes the reply of the request that was just received. */
    void prepare(ByteBuffer datagram, int identityHash, long receivedEpochNs) {
        socket.stamp();
        collect();
        int slot = slot();
        long kernelEpochNs = socket.receivedEpochNs();
        boolean known = isSource(slot);
        long request = Datagrams.sequence(datagram);
        Datagrams.answerStamped(
                datagram,
                identityHash,
                receivedEpochNs,
                kernelEpochNs == 0 ? Datagrams.UNKNOWN : receivedEpochNs - kernelEpochNs,
                known ? sequence[slot] : Datagrams.UNKNOWN,
                known ? sendNs[slot] : Datagrams.UNKNOWN);
        high[slot] = socket.sourceHigh();
        low[slot] = socket.sourceLow();
        port[slot] = socket.sourcePort();
        sequence[slot] = request;
        sendNs[slot] = Datagrams.UNKNOWN;
        awaited = slot;
        awaitedSinceEpochNs = receivedEpochNs;
    }

    /** Takes the stamp of the reply that was sent last, where the driver has told it already. */
    void collect() {
        if (awaited != NO_SLOT) {
            long tookEpochNs = socket.sentEpochNs();
            if (tookEpochNs >= awaitedSinceEpochNs) {
                sendNs[awaited] = tookEpochNs - awaitedSinceEpochNs;
                awaited = NO_SLOT;
            }
        }
    }

    private boolean isSource(int slot) {
        return port[slot] == socket.sourcePort()
                && high[slot] == socket.sourceHigh()
                && low[slot] == socket.sourceLow();
    }

    private int slot() {
        long mixed = (socket.sourceHigh() * 31 + socket.sourceLow()) * 31 + socket.sourcePort();
        return (int) ((mixed * 0x9e37_79b9_7f4a_7c15L) >>> 56);
    }
}
