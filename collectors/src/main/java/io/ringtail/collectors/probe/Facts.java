package io.ringtail.collectors.probe;

import java.nio.ByteBuffer;

/**
 * What a reply tells about its responder, beside the answer. Owned by the receiving thread, which reuses it.
 */
final class Facts {
    int identityHash;
    long receivedEpochNs;
    long busyNs;
    long threadNs;
    boolean known;

    /** From a reply's header. */
    void read(ByteBuffer reply) {
        known = true;
        identityHash = Datagrams.identityHash(reply);
        receivedEpochNs = Datagrams.stampNs(reply);
        busyNs = Datagrams.busyNs(reply);
        threadNs = Datagrams.threadNs(reply);
    }

    /** From the header of a reply to a stamped request, which has no room for CPU times. */
    void readStamped(ByteBuffer reply) {
        known = false;
        receivedEpochNs = Datagrams.stampNs(reply);
    }

    /** The reply has no room for any. */
    void none() {
        known = false;
        receivedEpochNs = Datagrams.UNKNOWN;
    }
}
