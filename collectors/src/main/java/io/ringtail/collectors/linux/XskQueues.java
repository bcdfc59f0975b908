package io.ringtail.collectors.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which queues have an AF_XDP socket, by netdev netlink: needs no privilege, and tells nothing else of them. Bound to
 * the network namespace of the thread that opens it; owned by one thread at a time.
 */
public final class XskQueues implements XskReader {
    private final Rtnetlink links = Rtnetlink.open();
    private final Netdev netdev;

    private XskQueues(Netdev netdev) {
        this.netdev = netdev;
    }

    /**
     * Opens it.
     *
     * @throws Errno EOPNOTSUPP before Linux 6.8
     */
    public static XskQueues open() {
        return new XskQueues(Netdev.open());
    }

    @Override
    public List<XskSocketFacts> sockets() {
        List<XskSocketFacts> found = new ArrayList<>();
        for (Link link : links.links()) {
            queues(link).forEach(queue -> found.add(facts(link, queue)));
        }
        return found;
    }

    @Override
    public void sample(int pid, XskSamples into) {
        // Netlink tells nothing of rings.
    }

    @Override
    public void close() {
        links.close();
        netdev.close();
    }

    private List<Integer> queues(Link link) {
        try {
            return netdev.xskQueues(link.ifindex());
        } catch (Errno e) {
            // An interface that vanished meanwhile, or whose driver does not tell.
            return List.of();
        }
    }

    private static XskSocketFacts facts(Link link, int queue) {
        return new XskSocketFacts(
                0,
                0,
                "",
                OptionalLong.empty(),
                OptionalInt.of(link.ifindex()),
                Optional.of(link.name()),
                OptionalInt.of(queue),
                Optional.empty(),
                Optional.empty(),
                List.of(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()),
                Optional.empty());
    }
}
