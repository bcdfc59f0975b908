package io.ringtail.collectors.probe;

/**
 * What the replies tell about the responder: who it is, and its cumulative CPU times. Written by the receiving thread,
 * read by the others.
 */
final class RemoteEnd {
    private volatile Identity identity;
    private volatile int hash;
    private volatile boolean changed;
    private volatile long busyNs = Datagrams.UNKNOWN;
    private volatile long threadNs = Datagrams.UNKNOWN;

    /** Receiving thread: an identity came. */
    void identified(Identity told, int toldHash) {
        busyNs = Datagrams.UNKNOWN;
        threadNs = Datagrams.UNKNOWN;
        identity = told;
        hash = toldHash;
        changed = false;
    }

    /** Receiving thread: a reply came. */
    void replied(int toldHash, long toldBusyNs, long toldThreadNs) {
        if (toldHash == hash) {
            busyNs = toldBusyNs;
            threadNs = toldThreadNs;
        } else {
            changed = true;
        }
    }

    /** Who it is, as last told; null before the first hello was answered. */
    Identity identity() {
        return identity;
    }

    /** Whether replies came from somebody else than whom the last identity told of: time to say hello again. */
    boolean changed() {
        return changed;
    }

    /** Cumulative busy time of its host, or null. */
    Long busyNs() {
        return known(busyNs);
    }

    /** Cumulative CPU time of its thread, or null. */
    Long threadNs() {
        return known(threadNs);
    }

    private Long known(long value) {
        return changed || value == Datagrams.UNKNOWN ? null : Long.valueOf(value);
    }
}
