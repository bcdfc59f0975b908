package io.ringtail.collectors.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One received netlink message. Immutable: nobody writes to the payload. */
final class NetlinkMessage {
    static final int ERROR = 2;
    static final int DONE = 3;

    static final int REQUEST = 1;
    static final int ACK = 4;
    static final int DUMP_INTERRUPTED = 0x10;
    static final int DUMP = 0x300;

    private final int type;
    private final int flags;
    private final int sequence;
    private final byte[] payload;

    NetlinkMessage(int type, int flags, int sequence, byte[] payload) {
        this.type = type;
        this.flags = flags;
        this.sequence = sequence;
        this.payload = payload;
    }

    /** What a datagram held: messages up to the first broken one, and what was wrong with that one. */
    record Datagram(List<NetlinkMessage> messages, Optional<String> problem) {}

    /** Splits a datagram; never throws. */
    static Datagram parse(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        List<NetlinkMessage> messages = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            Optional<String> problem = problem(buffer, at);
            if (problem.isPresent()) {
                return new Datagram(messages, problem);
            }
            int length = buffer.getInt(at + NetlinkLayout.NLMSGHDR_LEN);
            messages.add(message(buffer, at, length));
            at = Math.min(bytes.length, at + Attribute.aligned(length));
        }
        return new Datagram(messages, Optional.empty());
    }

    /** Family or rtnetlink type, or one of the control types here. */
    int type() {
        return type;
    }

    /** NLM_F_*. */
    int flags() {
        return flags;
    }

    /** The request's number; 0 for notifications. */
    int sequence() {
        return sequence;
    }

    /** What follows the header, without padding. */
    byte[] payload() {
        return payload;
    }

    /** The attributes behind a fixed part of the payload. */
    Attributes attributes(int fixedBytes) {
        return Attributes.parse(payload, fixedBytes);
    }

    /** A 32-bit word of the payload's fixed part; 0 if the payload is too short, which {@link #attributes} tells. */
    int word(int offset) {
        return offset + Integer.BYTES > payload.length
                ? 0
                : ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder()).getInt(offset);
    }

    private static Optional<String> problem(ByteBuffer buffer, int at) {
        int rest = buffer.capacity() - at;
        if (rest < NetlinkLayout.NLMSGHDR) {
            return Optional.of(rest + " bytes after the last message");
        }
        int length = buffer.getInt(at + NetlinkLayout.NLMSGHDR_LEN);
        return length < NetlinkLayout.NLMSGHDR || length > rest
                ? Optional.of("message at byte " + at + " of " + buffer.capacity() + " says that it has "
                        + Integer.toUnsignedString(length))
                : Optional.empty();
    }

    private static NetlinkMessage message(ByteBuffer buffer, int at, int length) {
        byte[] payload = new byte[length - NetlinkLayout.NLMSGHDR];
        buffer.get(at + NetlinkLayout.NLMSGHDR, payload);
        return new NetlinkMessage(
                buffer.getShort(at + NetlinkLayout.NLMSGHDR_TYPE) & 0xffff,
                buffer.getShort(at + NetlinkLayout.NLMSGHDR_FLAGS) & 0xffff,
                buffer.getInt(at + NetlinkLayout.NLMSGHDR_SEQ),
                payload);
    }
}
