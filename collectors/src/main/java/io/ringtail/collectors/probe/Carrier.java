package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.InetSocket;

/**
 * One flow of a probe by one protocol. One thread asks, one receives; they may be the same. Makes no garbage but for
 * identities. Results are as the kernel's: bytes, or -errno.
 */
interface Carrier extends AutoCloseable {
    /** What came. */
    enum Arrival {
        /** Nothing within the receive timeout, or an error. */
        NOTHING,
        /** A reply; {@link #index}, {@link #facts} tell more. */
        REPLY,
        /** Who answers; {@link #identity}, {@link #facts} tell more. */
        IDENTITY,
        /** Nothing of this run. */
        STRANGE
    }

    /** Asking thread: who is there? Does nothing where that is asked in another way. */
    int hello();

    /** Asking thread: sends a request. */
    int request(long index, long intendedMonoNs);

    /** Receiving thread: waits for something. */
    Arrival receive();

    /** Receiving thread: errno of the last {@link Arrival#NOTHING}, or 0. */
    int error();

    /** Receiving thread: the request that the last reply answers. */
    long index();

    /** Receiving thread: what the last reply or identity told. */
    Facts facts();

    /** Receiving thread: what the last identity told; null where it made no sense. */
    Identity identity();

    /** Its socket, as it is now. */
    InetSocket socket();

    @Override
    void close();
}
