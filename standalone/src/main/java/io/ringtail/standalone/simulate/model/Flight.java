package io.ringtail.standalone.simulate.model;

/** A request or its reply under way. Owned by the thread of its model. */
final class Flight {
    private final long intendedNs;
    private boolean reply;

    Flight(long intendedNs) {
        this.intendedNs = intendedNs;
    }

    /** When it was meant to be sent. Unit: ns since the start */
    long intendedNs() {
        return intendedNs;
    }

    /** Whether it is the reply already. */
    boolean isReply() {
        return reply;
    }

    void turn() {
        reply = true;
    }
}
