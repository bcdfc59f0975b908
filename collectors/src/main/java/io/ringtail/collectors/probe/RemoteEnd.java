package io.ringtail.collectors.probe;

/**
 * What the replies tell about the responder: who it is, and its cumulative CPU times. Written by the receiving threads,
 * read by the others.
 */
final class RemoteEnd {
    private volatile Identity identity;
    private volatile int hash;
    private volatile boolean changed;
    private volatile long busyNs = Datagrams.UNKNOWN;
    private volatile long threadNs = Datagrams.UNKNOWN;
    private volatile long contextSwitches = Datagrams.UNKNOWN;

    /** An identity came. */
    void identified(Identity told, Facts facts) {
        busyNs = facts.known ? facts.busyNs : Datagrams.UNKNOWN;
        threadNs = facts.known ? facts.threadNs : Datagrams.UNKNOWN;
        identity = told;
        hash = facts.identityHash;
        changed = false;
    }

    /** A reply came. */
    void replied(Facts facts) {
        if (!facts.known) {
            return;
        }
        if (facts.identityHash == hash) {
            busyNs = facts.busyNs;
            threadNs = facts.threadNs;
        } else {
            changed = true;
        }
    }

    /** Context switches of its threads were told. */
    void switched(long told) {
        contextSwitches = told;
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

    /** Cumulative CPU time of its threads, or null. */
    Long threadNs() {
        return known(threadNs);
    }

    /** Cumulative context switches of its threads, or null. */
    Long contextSwitches() {
        return known(contextSwitches);
    }

    private Long known(long value) {
        return changed || value == Datagrams.UNKNOWN ? null : Long.valueOf(value);
    }
}
