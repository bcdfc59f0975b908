package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.linux.UdpSocket;
import io.ringtail.schemas.record.StampedTrip;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * The stamped requests of one flow: every so many-th, one at a time. What the responder's driver did with the reply is told
 * by the reply to the next one; only then is a trip complete. One thread asks, one receives; they may be the same.
 *
 * <p>Each difference is within one host; the responder's time is taken out of the time between the prober's own stamps, so
 * that no offset of the clocks enters.
 */
final class StampedRequests {
    private static final long NONE = -1;
    private static final long GIVE_UP_NS = 2_000_000_000;
    private static final int CLOCK_READINGS = 3;
    private static final long STALE_NS = 10_000_000_000L;

    private final UdpSocket socket;
    private final int every;
    private final Consumer<StampedTrip> out;

    // Asking thread.
    private int asked;
    private long sentMonoNs;
    private long intendedMonoNs;

    /** Sequence of the one under way; hands the two above to the receiving thread. */
    private volatile long outstanding = NONE;

    // Receiving thread.
    private long arrived = NONE;
    private long arrivedMonoNs;
    private Half half;

    /**
     * A trip of which only the responder's way out is not known.
     *
     * @param driversNs between the prober's own drivers' stamps: wire, both ways, and the responder
     */
    private record Half(
            long sequence,
            long sentEpochNs,
            long arrivedMonoNs,
            long scheduleNs,
            long sendNs,
            long driversNs,
            long responderWakeUpNs,
            long proberWakeUpNs) {}

    /**
     * Over a socket whose stamps are on.
     *
     * @param every 1 in so many requests; 0 for none
     * @param out takes complete trips, on the receiving thread
     */
    StampedRequests(UdpSocket socket, int every, Consumer<StampedTrip> out) {
        this.socket = socket;
        this.every = every;
        this.out = out;
    }

    /** Asking thread: whether the next request is one; the first is never, since it warms caches. */
    boolean isDue() {
        if (every == 0 || ++asked < every) {
            return false;
        }
        asked = 0;
        return outstanding == NONE || System.nanoTime() - sentMonoNs > GIVE_UP_NS;
    }

    /** Asking thread: it is sent now. */
    void sending(long sequence, long intended) {
        outstanding = NONE;
        intendedMonoNs = intended;
        sentMonoNs = System.nanoTime();
        outstanding = sequence;
    }

    /** Receiving thread: a reply to one came just now; what it says is worked out by {@link #settle}. */
    void arrived(long sequence) {
        arrivedMonoNs = System.nanoTime();
        arrived = sequence;
    }

    /** Receiving thread, before it waits again: takes the stamps of the last reply, which is still in the socket's buffer. */
    void settle() {
        if (arrived != NONE) {
            complete(socket.incoming());
            begin(socket.incoming());
            arrived = NONE;
        }
    }

    /**
     * The stamps are of CLOCK_REALTIME. While it matters, only the clock is read that costs nothing; the distance of the
     * two is taken afterwards.
     */
    private void begin(ByteBuffer reply) {
        half = null;
        if (arrived != outstanding) {
            return;
        }
        long shiftNs = shiftNs();
        long sentEpochNs = sentMonoNs + shiftNs;
        long kernelEpochNs = socket.receivedEpochNs();
        long driverEpochNs = socket.sentEpochNs();
        Half now = new Half(
                arrived,
                sentEpochNs,
                arrivedMonoNs,
                sentMonoNs - intendedMonoNs,
                driverEpochNs - sentEpochNs,
                kernelEpochNs - driverEpochNs,
                Datagrams.wakeUpNs(reply),
                arrivedMonoNs + shiftNs - kernelEpochNs);
        boolean known = driverEpochNs >= sentEpochNs && kernelEpochNs > 0 && now.responderWakeUpNs != Datagrams.UNKNOWN;
        // Given up meanwhile: what was read may be of the next one already.
        if (outstanding == arrived) {
            half = known ? now : null;
            outstanding = NONE;
        }
    }

    /** CLOCK_REALTIME minus CLOCK_MONOTONIC, from the pair of readings that lie closest together. */
    private static long shiftNs() {
        long best = 0;
        long closestNs = Long.MAX_VALUE;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long before = System.nanoTime();
            long epochNs = Clocks.epochNs();
            long apartNs = System.nanoTime() - before;
            if (apartNs < closestNs) {
                closestNs = apartNs;
                best = epochNs - before - apartNs / 2;
            }
        }
        return best;
    }

    private void complete(ByteBuffer reply) {
        long sendNs = Datagrams.earlierSendNs(reply);
        Half of = half;
        if (of == null
                || sendNs == Datagrams.UNKNOWN
                || Datagrams.earlier(reply) != (int) of.sequence
                || arrivedMonoNs - of.arrivedMonoNs > STALE_NS) {
            return;
        }
        long wireNs = of.driversNs - of.responderWakeUpNs - sendNs;
        // Stamps of a clock that was stepped meanwhile make no sense.
        if (Math.min(Math.min(wireNs, of.sendNs), Math.min(of.scheduleNs, of.proberWakeUpNs)) >= 0) {
            out.accept(new StampedTrip(
                    of.sentEpochNs, of.scheduleNs, of.sendNs, wireNs, of.responderWakeUpNs, sendNs, of.proberWakeUpNs));
        }
    }
}
