package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Optional;

/**
 * The network interfaces of a namespace. Bound to the network namespace of the thread that opens it; owned by one
 * thread at a time. Source: man 7 rtnetlink.
 */
public final class Rtnetlink implements AutoCloseable {
    private static final int EXTENDED_MASK = 29;
    private static final int SKIP_STATISTICS = 8;

    private final NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.ROUTE);

    private Rtnetlink() {}

    /** Opens it in the calling thread's network namespace. */
    public static Rtnetlink open() {
        return new Rtnetlink();
    }

    /** All interfaces, by ifindex. */
    public List<Link> links() {
        NetlinkRequest request = NetlinkRequest.of(LinkCodec.GETLINK, NetlinkMessage.DUMP, NetlinkLayout.IFINFOMSG)
                .u32(EXTENDED_MASK, SKIP_STATISTICS);
        return socket.request("RTM_GETLINK", request).stream()
                .map(Rtnetlink::link)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public void close() {
        socket.close();
    }

    private static Optional<Link> link(NetlinkMessage message) {
        LinkCodec.Decoded decoded = LinkCodec.decode(message);
        decoded.problem().ifPresent(problem -> {
            throw new Errno("RTM_GETLINK: " + problem, Errno.EBADMSG);
        });
        return decoded.link();
    }
}
