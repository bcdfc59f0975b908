package io.ringtail.collectors.linux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes one netlink request: header, fixed part, attributes. Pure; used by one thread. */
final class NetlinkRequest {
    private final int type;
    private final int flags;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private NetlinkRequest(int type, int flags) {
        this.type = type;
        this.flags = flags;
    }

    /** A request whose fixed part is zeros, such as an empty {@code ifinfomsg}. */
    static NetlinkRequest of(int type, int flags, int zeros) {
        NetlinkRequest request = new NetlinkRequest(type, flags);
        request.body.writeBytes(new byte[zeros]);
        return request;
    }

    /** A request whose fixed part is these bytes. */
    static NetlinkRequest of(int type, int flags, byte[] fixed) {
        NetlinkRequest request = new NetlinkRequest(type, flags);
        request.body.writeBytes(fixed);
        return request;
    }

    /** A request to a generic netlink family. */
    static NetlinkRequest generic(int family, int command, int flags) {
        NetlinkRequest request = new NetlinkRequest(family, flags);
        request.body.writeBytes(new byte[] {(byte) command, 1, 0, 0});
        return request;
    }

    boolean dump() {
        return (flags & NetlinkMessage.DUMP) == NetlinkMessage.DUMP;
    }

    NetlinkRequest u32(int attribute, int value) {
        return attribute(attribute, buffer(Integer.BYTES).putInt(value).array());
    }

    NetlinkRequest text(int attribute, String value) {
        return attribute(attribute, (value + "\0").getBytes(StandardCharsets.UTF_8));
    }

    NetlinkRequest nest(int attribute, Consumer<NetlinkRequest> content) {
        NetlinkRequest inner = new NetlinkRequest(0, 0);
        content.accept(inner);
        return attribute(attribute | Attribute.NESTED, inner.body.toByteArray());
    }

    /** The whole message; an acknowledgement is asked for unless the end of a dump tells. */
    byte[] bytes(int sequence) {
        int asked = NetlinkMessage.REQUEST | flags | (dump() ? 0 : NetlinkMessage.ACK);
        return buffer(NetlinkLayout.NLMSGHDR + body.size())
                .putInt(NetlinkLayout.NLMSGHDR + body.size())
                .putShort((short) type)
                .putShort((short) asked)
                .putInt(sequence)
                .putInt(0)
                .put(body.toByteArray())
                .array();
    }

    private NetlinkRequest attribute(int attribute, byte[] value) {
        int length = Attribute.HEADER_BYTES + value.length;
        body.writeBytes(buffer(Attribute.aligned(length))
                .putShort((short) length)
                .putShort((short) attribute)
                .put(value)
                .array());
        return this;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }
}
