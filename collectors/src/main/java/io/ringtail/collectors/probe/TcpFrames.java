package io.ringtail.collectors.probe;

import java.nio.ByteBuffer;

/**
 * What goes over a TCP connection between prober and reflector. The prober begins with a hello of
 * {@link Datagrams#HELLO_BYTES}, which names the sizes and what the connection is for; the reflector answers with an
 * identity of the same length.
 *
 * <pre>
 *  at size  hello, behind the header of a datagram
 *  40    4  bytes of each request
 *  44    4  bytes of each response
 *  48    4  1: requests follow; 2: further hellos follow, and nothing else
 * </pre>
 *
 * In a connection for requests nothing but requests and responses of exactly these sizes follows, as in netperf's
 * TCP_RR. Where they have room for it they begin with a datagram's header.
 */
final class TcpFrames {
    /** Length of a hello and of its answer. Unit: bytes. */
    static final int HELLO_BYTES = Datagrams.HELLO_BYTES;

    /** Longest request or response. Unit: bytes. */
    static final int MAX_BYTES = 1 << 16;

    static final int REQUESTS = 1;
    static final int HELLOS = 2;

    private static final int REQUEST_BYTES = 40;
    private static final int RESPONSE_BYTES = 44;
    private static final int PURPOSE = 48;

    private TcpFrames() {}

    static void hello(ByteBuffer to, int requestBytes, int responseBytes, int purpose) {
        Datagrams.ask(to, Datagrams.Kind.HELLO, 0, System.nanoTime());
        to.putInt(REQUEST_BYTES, requestBytes);
        to.putInt(RESPONSE_BYTES, responseBytes);
        to.putInt(PURPOSE, purpose);
    }

    /** Whether a hello is one that this version understands. */
    static boolean isHello(ByteBuffer from) {
        return Datagrams.kind(from, HELLO_BYTES) == Datagrams.Kind.HELLO
                && isSize(requestBytes(from))
                && isSize(responseBytes(from))
                && (purpose(from) == REQUESTS || purpose(from) == HELLOS);
    }

    static int requestBytes(ByteBuffer hello) {
        return hello.getInt(REQUEST_BYTES);
    }

    static int responseBytes(ByteBuffer hello) {
        return hello.getInt(RESPONSE_BYTES);
    }

    static int purpose(ByteBuffer hello) {
        return hello.getInt(PURPOSE);
    }

    /** Whether a message of this size has room for a header. */
    static boolean hasHeader(int bytes) {
        return bytes >= Datagrams.MIN_BYTES;
    }

    private static boolean isSize(int bytes) {
        return bytes >= 1 && bytes <= MAX_BYTES;
    }
}
