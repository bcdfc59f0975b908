package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;

/**
 * The requests and replies of one flow: one thread asks, one receives (in a closed loop both are the same). Makes no
 * garbage but for identities.
 */
final class Conversation implements AutoCloseable {
    /** Nothing was answered. */
    static final long NONE = -1;

    private final Carrier carrier;
    private final Flights flights;
    private final RemoteEnd remote;
    private final Tally duplicated = new Tally();
    private final Tally late = new Tally();
    private final Tally reordered = new Tally();
    private final Tally strange = new Tally();
    private final Tally unsent = new Tally();
    private volatile int lastError;
    private volatile long answeredMonoNs;
    private long newestAnswered = NONE;

    /** Over a carrier, which it closes. */
    Conversation(Carrier carrier, Flights flights, RemoteEnd remote) {
        this.carrier = carrier;
        this.flights = flights;
        this.remote = remote;
    }

    /** Asking thread: who is there? */
    void hello() {
        sent(carrier.hello());
    }

    /** Asking thread: sends a scheduled request now. */
    void request(long index, long intendedMonoNs, ThreadMeter meter) {
        long nowMonoNs = System.nanoTime();
        flights.sent(index, nowMonoNs);
        sent(carrier.request(index, intendedMonoNs));
        meter.tick(nowMonoNs);
    }

    /** Receiving thread: waits for something; the request that it is the first answer to, or {@link #NONE}. */
    long receive(ThreadMeter meter) {
        Carrier.Arrival arrival = carrier.receive();
        long nowMonoNs = System.nanoTime();
        meter.tick(nowMonoNs);
        return switch (arrival) {
            case NOTHING -> nothing();
            case REPLY -> reply(nowMonoNs);
            case IDENTITY -> identity(nowMonoNs);
            case STRANGE -> none(strange);
        };
    }

    private long reply(long nowMonoNs) {
        long index = carrier.index();
        return switch (flights.received(index, nowMonoNs, carrier.facts().receivedEpochNs)) {
            case ANSWER -> answer(index, nowMonoNs);
            case LATE -> none(late);
            case DUPLICATE -> none(duplicated);
            case UNKNOWN -> none(strange);
        };
    }

    private long answer(long index, long nowMonoNs) {
        remote.replied(carrier.facts());
        answeredMonoNs = nowMonoNs;
        if (index < newestAnswered) {
            reordered.count();
        } else {
            newestAnswered = index;
        }
        return index;
    }

    private long identity(long nowMonoNs) {
        answeredMonoNs = nowMonoNs;
        if (carrier.identity() == null) {
            strange.count();
        } else {
            remote.identified(carrier.identity(), carrier.facts());
        }
        return NONE;
    }

    private void sent(int result) {
        if (result < 0) {
            failed(-result);
            unsent.count();
        }
    }

    private long nothing() {
        failed(carrier.error());
        return NONE;
    }

    private void failed(int errno) {
        if (errno != 0 && errno != Errno.EAGAIN && errno != Errno.EINTR) {
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

    /** What came and is no reply to this run. */
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

    Carrier carrier() {
        return carrier;
    }

    @Override
    public void close() {
        carrier.close();
    }
}
