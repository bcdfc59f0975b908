package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kernel's view of the queues and NAPI instances of an interface, by the netdev netlink family (Linux 6.8; queue
 * statistics 6.9). An older kernel, and a driver without queue statistics, fail with EOPNOTSUPP, an interface that is
 * gone with ENODEV. Bound to the network namespace of the thread that opens it; owned by one thread at a time. Source:
 * Documentation/netlink/specs/netdev.yaml.
 */
public final class Netdev implements AutoCloseable {
    static final String FAMILY = "netdev";

    private static final int NAPI_GET = 11;
    private static final int QUEUE_GET = 10;
    private static final int QSTATS_GET = 12;
    private static final int IFINDEX = 1;
    private static final int QUEUE_IFINDEX = 2;
    private static final int QSTATS_SCOPE = 4;
    private static final int SCOPE_QUEUE = 1;

    private final GenericNetlink netlink = GenericNetlink.open(FAMILY);

    private Netdev() {}

    /** Opens it in the calling thread's network namespace. */
    public static Netdev open() {
        return new Netdev();
    }

    /** The NAPI instances of an interface; none while it is down. */
    public List<Napi> napis(int ifindex) {
        NetlinkRequest request = netlink.begin(NAPI_GET, NetlinkMessage.DUMP).u32(IFINDEX, ifindex);
        return decode("NAPI_GET of interface " + ifindex, request, NetdevCodec::napi);
    }

    /** The counters of an interface's queues; a direction whose queues are not set up is not there. */
    public List<QueueStats> queueStats(int ifindex) {
        NetlinkRequest request = netlink.begin(QSTATS_GET, NetlinkMessage.DUMP)
                .u32(IFINDEX, ifindex)
                .u32(QSTATS_SCOPE, SCOPE_QUEUE);
        return decode("QSTATS_GET of interface " + ifindex, request, NetdevCodec::queueStats);
    }

    /** RX queues of an interface that an AF_XDP socket is bound to (Linux 6.14); none while it is down. */
    public List<Integer> xskQueues(int ifindex) {
        NetlinkRequest request = netlink.begin(QUEUE_GET, NetlinkMessage.DUMP).u32(QUEUE_IFINDEX, ifindex);
        return decode("QUEUE_GET of interface " + ifindex, request, NetdevCodec::xskQueue);
    }

    @Override
    public void close() {
        netlink.close();
    }

    private <T> List<T> decode(String call, NetlinkRequest request, Function<Attributes, Optional<T>> codec) {
        return netlink.request(call, request).stream()
                .map(message -> decode(call, message, codec))
                .flatMap(Optional::stream)
                .toList();
    }

    private static <T> Optional<T> decode(
            String call, NetlinkMessage message, Function<Attributes, Optional<T>> codec) {
        Attributes attributes = message.attributes(NetlinkLayout.GENLMSGHDR);
        Optional<T> decoded = codec.apply(attributes);
        attributes.problem().ifPresent(problem -> {
            throw new Errno(call + ": " + problem, Errno.EBADMSG);
        });
        return decoded;
    }
}
