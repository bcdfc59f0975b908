package io.ringtail.collectors.probe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The datagrams between prober and reflector, version 1. All numbers are big-endian.
 *
 * <pre>
 *  at size  request                                    reply
 *   0    2  magic 0x5274 ("Rt")                        the same
 *   2    1  version: 1                                 the same
 *   3    1  kind: 1 request, 2 hello, 5 stamped        3 reply, 4 identity, 6 reply to a stamped request
 *   4    4  0                                          hash of the responder's identity
 *   8    8  sequence                                   the same
 *  16    8  intended send, CLOCK_MONOTONIC ns          receipt by the responder, ns since 1970-01-01 UTC
 *  24    8  0                                          busy CPU time of the responder's host, ns; -1 unknown
 *  32    8  0                                          CPU time of the reflector's thread, ns; -1 unknown
 *  40    -  filling                                    reply: the request's filling; identity: four strings, each a
 *                                                      length byte and UTF-8: host, netns, interface, boot id; then
 *                                                      8 bytes: context switches of the reflector's threads, or -1
 * </pre>
 *
 * Instead of the CPU times, the reply to a stamped request has at 24: ns from the kernel's receipt of the request to the
 * reflector's, 4 bytes; 28: 0; 32: low half of the sequence of the stamped request before, and 36: ns from the reflector's
 * receipt of that one until the driver took its reply, each 4 bytes; -1 where it is not known.
 *
 * <p>A reply to a request is as long as the request, an identity at most as long as the hello. The prober keeps its own
 * send stamps, so the reply reuses their room. Pure functions on a buffer's absolute positions; any bytes give an
 * answer, never an exception, as long as the buffer holds {@code length} of them.
 */
public final class Datagrams {
    /** What a datagram is. */
    public enum Kind {
        /** Not one of ours. */
        MALFORMED(0),
        /** A measured request. */
        REQUEST(1),
        /** Asks who answers. */
        HELLO(2),
        /** Answers a request. */
        REPLY(3),
        /** Answers a hello. */
        IDENTITY(4),
        /** A measured request whose way through the kernels is to be told. */
        STAMPED(5),
        /** Answers it. */
        STAMPED_REPLY(6);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /** Shortest datagram, and the default. Unit: bytes. */
    public static final int MIN_BYTES = 40;

    /** Longest datagram: a jumbo frame's payload. Unit: bytes. */
    public static final int MAX_BYTES = 8972;

    /** Length of a hello, so that every identity fits into as much. Unit: bytes. */
    public static final int HELLO_BYTES = 512;

    /** A cumulative time that the responder does not know. */
    public static final long UNKNOWN = -1;

    private static final int HEADER = 0x5274_0100;
    private static final int HASH = 4;
    private static final int SEQUENCE = 8;
    private static final int STAMP = 16;
    private static final int BUSY = 24;
    private static final int THREAD = 32;
    private static final int MAX_STRING = 110;
    private static final int STRINGS = 4;
    private static final int WAKE_UP = 24;
    private static final int EARLIER = 32;
    private static final int EARLIER_SEND = 36;
    private static final Kind[] KINDS = Kind.values(); // by code

    private Datagrams() {}

    /** What the first {@code length} bytes are. */
    public static Kind kind(ByteBuffer bytes, int length) {
        if (length < MIN_BYTES || length > MAX_BYTES) {
            return Kind.MALFORMED;
        }
        int kind = bytes.getInt(0) - HEADER;
        return kind > 0 && kind < KINDS.length ? KINDS[kind] : Kind.MALFORMED;
    }

    /** Writes a request or hello; what is behind its 40 bytes is left as it is. */
    public static void ask(ByteBuffer to, Kind kind, long sequence, long intendedMonoNs) {
        to.putInt(0, HEADER + kind.code);
        to.putInt(HASH, 0);
        to.putLong(SEQUENCE, sequence);
        to.putLong(STAMP, intendedMonoNs);
        to.putLong(BUSY, 0);
        to.putLong(THREAD, 0);
    }

    /** Turns a request into its reply, in place. */
    public static void answer(ByteBuffer request, int identityHash, long receivedEpochNs, long busyNs, long threadNs) {
        request.putInt(0, HEADER + Kind.REPLY.code);
        request.putInt(HASH, identityHash);
        request.putLong(STAMP, receivedEpochNs);
        request.putLong(BUSY, busyNs);
        request.putLong(THREAD, threadNs);
    }

    /**
     * Turns a stamped request into its reply, in place.
     *
     * @param wakeUpNs from the kernel's receipt to the reflector's
     * @param earlier the stamped request before of the same prober
     * @param earlierSendNs from its receipt until the driver took its reply
     */
    static void answerStamped(
            ByteBuffer request,
            int identityHash,
            long receivedEpochNs,
            long wakeUpNs,
            long earlier,
            long earlierSendNs) {
        request.putInt(0, HEADER + Kind.STAMPED_REPLY.code);
        request.putInt(HASH, identityHash);
        request.putLong(STAMP, receivedEpochNs);
        request.putInt(WAKE_UP, short32(wakeUpNs));
        request.putInt(WAKE_UP + Integer.BYTES, 0);
        request.putInt(EARLIER, (int) earlier);
        request.putInt(EARLIER_SEND, short32(earlierSendNs));
    }

    /** What is negative or longer than 2 s is not known. */
    private static int short32(long ns) {
        return ns < 0 || ns > Integer.MAX_VALUE ? (int) UNKNOWN : (int) ns;
    }

    /** Of a reply to a stamped request: from the kernel's receipt to the reflector's, or {@link #UNKNOWN}. Unit: ns. */
    static long wakeUpNs(ByteBuffer reply) {
        return Math.max(UNKNOWN, reply.getInt(WAKE_UP));
    }

    /** Of a reply to a stamped request: low half of the sequence of the one before. */
    static int earlier(ByteBuffer reply) {
        return reply.getInt(EARLIER);
    }

    /** Of that one: from the reflector's receipt until the driver took the reply, or {@link #UNKNOWN}. Unit: ns. */
    static long earlierSendNs(ByteBuffer reply) {
        return Math.max(UNKNOWN, reply.getInt(EARLIER_SEND));
    }

    /** What goes into an identity beside the strings: the header's, and context switches of the reflector's threads. */
    record Use(int identityHash, long busyNs, long threadNs, long contextSwitches) {}

    /** Turns a hello into an identity, in place: its length, or 0 where it would be longer than the hello. */
    static int identify(ByteBuffer hello, int length, Use use, byte[] encodedIdentity) {
        int total = MIN_BYTES + encodedIdentity.length + Long.BYTES;
        if (total > length) {
            return 0;
        }
        hello.putInt(0, HEADER + Kind.IDENTITY.code);
        hello.putInt(HASH, use.identityHash());
        hello.putLong(STAMP, 0);
        hello.putLong(BUSY, use.busyNs());
        hello.putLong(THREAD, use.threadNs());
        hello.put(MIN_BYTES, encodedIdentity);
        hello.putLong(total - Long.BYTES, use.contextSwitches());
        return total;
    }

    /** Context switches that an identity tells, or {@link #UNKNOWN} where it does not. */
    static long contextSwitches(ByteBuffer identity, int length) {
        int at = MIN_BYTES;
        for (int i = 0; i < STRINGS; i++) {
            at += at < length ? 1 + Byte.toUnsignedInt(identity.get(at)) : length;
        }
        return at + Long.BYTES <= length ? identity.getLong(at) : UNKNOWN;
    }

    public static long sequence(ByteBuffer bytes) {
        return bytes.getLong(SEQUENCE);
    }

    /** A request's intended send, or a reply's receipt by the responder. */
    public static long stampNs(ByteBuffer bytes) {
        return bytes.getLong(STAMP);
    }

    public static long busyNs(ByteBuffer reply) {
        return reply.getLong(BUSY);
    }

    public static long threadNs(ByteBuffer reply) {
        return reply.getLong(THREAD);
    }

    public static int identityHash(ByteBuffer reply) {
        return reply.getInt(HASH);
    }

    /** An identity's strings as they stand in its datagram; a string beyond 110 bytes is cut. */
    public static byte[] encode(Identity identity) {
        ByteBuffer to = ByteBuffer.allocate(HELLO_BYTES - MIN_BYTES);
        put(to, identity.host());
        put(to, identity.netns());
        put(to, identity.networkInterface());
        put(to, identity.bootId());
        return Arrays.copyOf(to.array(), to.position());
    }

    /** The identity in an identity datagram, or nothing where its strings run over its end. */
    public static Optional<Identity> identity(ByteBuffer bytes, int length) {
        String[] strings = new String[STRINGS];
        int at = MIN_BYTES;
        for (int i = 0; i < strings.length; i++) {
            int size = at < length ? Byte.toUnsignedInt(bytes.get(at)) : length;
            if (at + 1 + size > length) {
                return Optional.empty();
            }
            byte[] text = new byte[size];
            bytes.get(at + 1, text);
            strings[i] = new String(text, StandardCharsets.UTF_8);
            at += 1 + size;
        }
        return Optional.of(new Identity(strings[0], strings[1], strings[2], strings[3]));
    }

    private static void put(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bytes.length;
        if (length > MAX_STRING) {
            length = MAX_STRING;
            while ((bytes[length] & 0xc0) == 0x80) {
                length--;
            }
        }
        to.put((byte) length).put(bytes, 0, length);
    }
}
