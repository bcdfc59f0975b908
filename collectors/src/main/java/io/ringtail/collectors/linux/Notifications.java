package io.ringtail.collectors.linux;

import io.ringtail.collectors.linux.NetlinkMessage.Datagram;
import io.ringtail.collectors.linux.Notification.Lost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kernel's notifications about interfaces: ethtool's monitor group, netdev's management group, links and queueing
 * disciplines. No event is sent for sysfs files (NAPI, RPS, BQL) and interrupt affinity. A family that this kernel does
 * not have tells nothing. Bound to the network namespace of the thread that opens it; owned by one thread, others may drain it.
 */
public final class Notifications implements AutoCloseable {
    private static final int LINK_GROUP = 1;
    private static final int TC_GROUP = 4;

    private final GenericNetlink ethtool;
    private final GenericNetlink netdev;
    private final NetlinkSocket route;
    private final LinkTracker tracker;
    private boolean closed;

    private Notifications(GenericNetlink ethtool, GenericNetlink netdev, NetlinkSocket route, LinkTracker tracker) {
        this.ethtool = ethtool;
        this.netdev = netdev;
        this.route = route;
        this.tracker = tracker;
    }

    /** Opens it in the calling thread's network namespace; from then on nothing is missed. */
    public static Notifications open() {
        GenericNetlink ethtool = GenericNetlink.open(Ethtool.FAMILY);
        ethtool.join("monitor");
        GenericNetlink netdev = GenericNetlink.open(Netdev.FAMILY);
        netdev.join("mgmt");
        NetlinkSocket route = NetlinkSocket.open(NetlinkSocket.ROUTE);
        route.join(LINK_GROUP);
        route.join(TC_GROUP);
        try (Rtnetlink links = Rtnetlink.open()) {
            return new Notifications(ethtool, netdev, route, new LinkTracker(links.links()));
        }
    }

    /** Waits until some have come; false if none have after the time. By the owning thread only. */
    public boolean await(int timeoutMs) {
        return NetlinkSocket.await(List.of(ethtool.socket(), netdev.socket(), route), timeoutMs);
    }

    /**
     * Those that have come, without waiting. The kernel sends them before a change can be read, so that after a read
     * they tell whether it found something that was told of. By any thread; none once it is closed.
     */
    public synchronized List<Notification> drain() {
        List<Notification> told = new ArrayList<>();
        if (!closed) {
            drain(ethtool.socket(), NotificationCodec::ethtool, told);
            drain(netdev.socket(), NotificationCodec::netdev, told);
            drain(route, message -> NotificationCodec.route(message, tracker), told);
        }
        return told;
    }

    /** By the owning thread. */
    @Override
    public synchronized void close() {
        closed = true;
        ethtool.close();
        netdev.close();
        route.close();
    }

    private static void drain(
            NetlinkSocket socket, Function<NetlinkMessage, Optional<Notification>> codec, List<Notification> told) {
        try {
            Optional<Datagram> next = socket.poll();
            while (next.isPresent()) {
                next.get().messages().forEach(message -> codec.apply(message).ifPresent(told::add));
                next.get().problem().map(Lost::new).ifPresent(told::add);
                next = socket.poll();
            }
        } catch (Errno e) {
            told.add(lost(e));
        }
    }

    /** A full buffer loses notifications, and the socket goes on; another failure is the caller's. */
    private static Lost lost(Errno e) {
        if (e.number() == Errno.ENOBUFS || e.number() == Errno.EBADMSG) {
            return new Lost(e.getMessage());
        }
        throw e;
    }
}
