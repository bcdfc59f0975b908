package io.ringtail.collectors.probe;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The requests of one prober, from their scheduling until long after their resolution, in a ring. Three owners: the
 * sender schedules, the receiver marks receipts, the batch thread resolves in order. A request's fate is decided by one
 * compare-and-set, so that it is either answered or lost and later replies are late or duplicates. Makes no garbage.
 */
final class Flights {
    /** What a reply turned out to be. */
    enum Receipt {
        /** The first, in time. */
        ANSWER,
        /** The first, after the request had been counted as lost. */
        LATE,
        /** Not the first. */
        DUPLICATE,
        /** Of no request that is remembered. */
        UNKNOWN
    }

    static final long PENDING = 0;
    static final long LOST = -1;
    static final long WITHDRAWN = -2;
    private static final long LOST_THEN_LATE = -3;
    // A receipt that was stamped in time may be told a little later.
    private static final long GRACE_NS = 5_000_000;

    private final int capacity;
    private final int mask;
    private final long timeoutNs;
    private final long[] intendedMonoNs;
    private final AtomicLongArray sentMonoNs;
    private final long[] responderEpochNs;
    private final AtomicLongArray fate;
    private final AtomicLong scheduled = new AtomicLong();
    private final AtomicLong resolved = new AtomicLong();

    /** For at least this many requests under way or just resolved; after the timeout they are lost. */
    Flights(int atLeast, long timeoutNs) {
        this.timeoutNs = timeoutNs;
        this.capacity = Integer.highestOneBit(Math.max(atLeast, 2) - 1) << 2;
        this.mask = capacity - 1;
        this.intendedMonoNs = new long[capacity];
        this.sentMonoNs = new AtomicLongArray(capacity);
        this.responderEpochNs = new long[capacity];
        this.fate = new AtomicLongArray(capacity);
    }

    /** Sender: a new request's number, or -1 where the batch thread has fallen too far behind. */
    long schedule(long intended) {
        long index = scheduled.getPlain();
        if (index - resolved.getAcquire() >= capacity / 2) {
            return -1;
        }
        int slot = (int) index & mask;
        intendedMonoNs[slot] = intended;
        sentMonoNs.setPlain(slot, 0);
        fate.setPlain(slot, PENDING);
        scheduled.setRelease(index + 1);
        return index;
    }

    /** Sender: when a request really left; before it does. */
    void sent(long index, long monoNs) {
        sentMonoNs.setRelease((int) index & mask, monoNs);
    }

    /** Sender: the request was not sent and never will be. */
    void withdraw(long index) {
        fate.setRelease((int) index & mask, WITHDRAWN);
    }

    /** Receiver: a reply came. */
    Receipt received(long index, long monoNs, long responderReceivedEpochNs) {
        long newest = scheduled.getAcquire();
        if (index < 0 || index >= newest || index < newest - capacity / 2) {
            return Receipt.UNKNOWN;
        }
        int slot = (int) index & mask;
        if (fate.getAcquire(slot) != PENDING) {
            return again(slot);
        }
        boolean inTime = monoNs - intendedMonoNs[slot] <= timeoutNs;
        responderEpochNs[slot] = responderReceivedEpochNs;
        if (fate.compareAndSet(slot, PENDING, inTime ? monoNs : LOST_THEN_LATE)) {
            return inTime ? Receipt.ANSWER : Receipt.LATE;
        }
        return again(slot);
    }

    private Receipt again(int slot) {
        return fate.compareAndSet(slot, LOST, LOST_THEN_LATE) ? Receipt.LATE : Receipt.DUPLICATE;
    }

    /** Batch thread: the receipt's time, {@link #LOST}, {@link #WITHDRAWN}, or {@link #PENDING}. */
    long resolve(long index, long nowMonoNs) {
        int slot = (int) index & mask;
        long now = fate.getAcquire(slot);
        if (now == PENDING && isOverdue(slot, nowMonoNs)) {
            now = fate.compareAndExchange(slot, PENDING, LOST);
            return now == PENDING ? LOST : outcome(now);
        }
        return outcome(now);
    }

    /** What was not sent yet cannot be lost. */
    private boolean isOverdue(int slot, long nowMonoNs) {
        return sentMonoNs.getAcquire(slot) != 0 && nowMonoNs - intendedMonoNs[slot] > timeoutNs + GRACE_NS;
    }

    private static long outcome(long fate) {
        return fate == LOST_THEN_LATE ? LOST : fate;
    }

    /** Batch thread: everything before this has been copied. */
    void release(long index) {
        resolved.setRelease(index);
    }

    long scheduled() {
        return scheduled.getAcquire();
    }

    long intendedMonoNs(long index) {
        return intendedMonoNs[(int) index & mask];
    }

    long sentMonoNs(long index) {
        return sentMonoNs.getAcquire((int) index & mask);
    }

    long responderEpochNs(long index) {
        return responderEpochNs[(int) index & mask];
    }
}
