package io.ringtail.collectors.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * inet_diag's requests and answers. Pure; never throws. Source: linux/inet_diag.h, linux/tcp.h.
 *
 * <pre>
 * struct inet_diag_sockid { be16 sport, dport; be32 src[4], dst[4]; u32 if; u32 cookie[2]; };          // 48 bytes
 * struct inet_diag_req_v2 { u8 family, protocol, ext, pad; u32 states; struct inet_diag_sockid id; };   // 56
 * struct inet_diag_msg { u8 family, state, timer, retrans; struct inet_diag_sockid id;
 *                        u32 expires, rqueue, wqueue, uid, inode; };                                    // 72
 * </pre>
 */
final class TcpDiagCodec {
    static final int BY_FAMILY = 20;
    static final int REQUEST_BYTES = 56;
    static final int MESSAGE_BYTES = 72;

    private static final int ID = 4;
    private static final int LOCAL_PORT = ID;
    private static final int PEER = ID + 20;
    private static final int COOKIE = ID + 40;
    private static final int TCP = 6;
    private static final int ESTABLISHED = 1 << 1;
    private static final int INFO = 2;

    private static final int RTT = 68;
    private static final int TOTAL_RETRANSMITS = 100;
    private static final int MIN_RTT = 148;
    private static final long UNSET = 0xffff_ffffL;
    private static final long NS_PER_US = 1_000;

    private TcpDiagCodec() {}

    /** Asks for the established connections of a family, with their tcp_info. */
    static byte[] request(int family) {
        return ByteBuffer.allocate(REQUEST_BYTES)
                .order(ByteOrder.nativeOrder())
                .put((byte) family)
                .put((byte) TCP)
                .put((byte) (1 << (INFO - 1)))
                .put((byte) 0)
                .putInt(ESTABLISHED)
                .array();
    }

    /** A connection; nothing of a message that is too short, or without as much tcp_info as every kernel gives. */
    static Optional<TcpConnection> connection(NetlinkMessage message) {
        byte[] fixed = message.payload();
        byte[] info = message.attributes(MESSAGE_BYTES).bytes(INFO);
        if (fixed.length < MESSAGE_BYTES || info.length < TOTAL_RETRANSMITS + Integer.BYTES) {
            return Optional.empty();
        }
        ByteBuffer words = ByteBuffer.wrap(info).order(ByteOrder.nativeOrder());
        ByteBuffer head = ByteBuffer.wrap(fixed).order(ByteOrder.nativeOrder());
        return Optional.of(new TcpConnection(
                head.getLong(COOKIE),
                ((fixed[LOCAL_PORT] & 0xff) << 8) | (fixed[LOCAL_PORT + 1] & 0xff),
                address(fixed),
                estimate(words, RTT, 0),
                estimate(words, MIN_RTT, UNSET),
                words.getInt(TOTAL_RETRANSMITS)));
    }

    private static InetAddress address(byte[] message) {
        int bytes = message[0] == Libc.AF_INET ? 4 : 16;
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(message, PEER, PEER + bytes));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes + " bytes", e);
        }
    }

    private static OptionalLong estimate(ByteBuffer info, int at, long none) {
        if (at + Integer.BYTES > info.capacity()) {
            return OptionalLong.empty();
        }
        long us = info.getInt(at) & 0xffff_ffffL;
        return us == none ? OptionalLong.empty() : OptionalLong.of(us * NS_PER_US);
    }
}
