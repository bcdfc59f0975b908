package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Map;

/**
 * What ethtool asks of the kernel: coalescing, rings, channels, features by the ethtool netlink family, the driver by
 * the old ioctl. Names are ethtool's, numbers unsigned in the units of ethtool's manual, flags 0 or 1. What the driver
 * does not support is not in a map; a whole group that it does not support fails with EOPNOTSUPP, an interface that is
 * gone with ENODEV. Bound to the network namespace of the thread that opens it; owned by one thread at a time. A driver
 * can hold a call for seconds. Source: Documentation/networking/ethtool-netlink.rst.
 */
public final class Ethtool implements AutoCloseable {
    static final String FAMILY = "ethtool";

    private static final int STRSET_GET = 1;
    private static final int FEATURES_GET = 11;
    private static final int RINGS_GET = 15;
    private static final int CHANNELS_GET = 17;
    private static final int PRIVFLAGS_GET = 13;
    private static final int COALESCE_GET = 19;
    private static final int PAUSE_GET = 21;
    private static final int EEE_GET = 23;
    private static final int RSS_GET = 38;
    private static final int HEADER = 1;
    private static final int HEADER_DEV_INDEX = 1;
    private static final int HEADER_FLAGS = 3;
    private static final int COMPACT_BITSETS = 1;
    private static final int STRINGSETS = 2;
    private static final int STRINGSET = 1;
    private static final int STRINGSET_ID = 1;
    private static final int FEATURE_STRINGS = 4;

    private final GenericNetlink netlink = GenericNetlink.open(FAMILY);
    private final DriverSocket drivers = new DriverSocket();
    private final RssRules rules = new RssRules();
    private Map<Integer, String> featureNames = Map.of();

    private Ethtool() {}

    /** Opens it in the calling thread's network namespace. */
    public static Ethtool open() {
        return new Ethtool();
    }

    /** Interrupt coalescing: rx-usecs, rx-frames, adaptive-rx ... */
    public Map<String, Long> coalesce(int ifindex) {
        return EthtoolTable.COALESCE.decode(get("COALESCE_GET", COALESCE_GET, ifindex));
    }

    /** Ring sizes: rx, tx, rx-max, tx-max, rx-buf-len ... */
    public Map<String, Long> rings(int ifindex) {
        return EthtoolTable.RINGS.decode(get("RINGS_GET", RINGS_GET, ifindex));
    }

    /** Numbers of channels: rx, tx, other, combined and their maxima, rx-max ... */
    public Map<String, Long> channels(int ifindex) {
        return EthtoolTable.CHANNELS.decode(get("CHANNELS_GET", CHANNELS_GET, ifindex));
    }

    /** Features by the kernel's names: tx-nocache-copy, rx-gro ... */
    public Map<String, Feature> features(int ifindex) {
        if (featureNames.isEmpty()) {
            featureNames = readFeatureNames();
        }
        return EthtoolFeatures.decode(get("FEATURES_GET", FEATURES_GET, ifindex), featureNames);
    }

    /** Flags that only this driver has, by its names. */
    public Map<String, Boolean> privateFlags(int ifindex) {
        return EthtoolExtras.privateFlags(get("PRIVFLAGS_GET", PRIVFLAGS_GET, ifindex, 0));
    }

    /** Ethernet's flow control: autoneg, rx, tx. */
    public Map<String, Long> pause(int ifindex) {
        return EthtoolTable.PAUSE.decode(get("PAUSE_GET", PAUSE_GET, ifindex));
    }

    /** Energy-efficient Ethernet: enabled, tx-lpi, tx-lpi-timer (us). */
    public Map<String, Long> eee(int ifindex) {
        return EthtoolExtras.eee(get("EEE_GET", EEE_GET, ifindex));
    }

    /** How received packets are spread over queues (Linux 6.3). */
    public RssTable rss(int ifindex) {
        return EthtoolExtras.rss(get("RSS_GET", RSS_GET, ifindex));
    }

    /** The rules by which packets are steered to queues. */
    public List<RssRule> rules(String name) {
        return rules.read(name);
    }

    /** The driver of an interface, by the interface's name. */
    public Driver driver(String name) {
        return drivers.driver(name);
    }

    @Override
    public void close() {
        netlink.close();
        drivers.close();
        rules.close();
    }

    private Map<Integer, String> readFeatureNames() {
        NetlinkRequest request = netlink.begin(STRSET_GET, 0)
                .nest(HEADER, header -> {})
                .nest(STRINGSETS, sets -> sets.nest(STRINGSET, set -> set.u32(STRINGSET_ID, FEATURE_STRINGS)));
        return EthtoolFeatures.names(answer("STRSET_GET", netlink.request("STRSET_GET", request)));
    }

    private Attributes get(String call, int command, int ifindex) {
        return get(call, command, ifindex, COMPACT_BITSETS);
    }

    private Attributes get(String call, int command, int ifindex, int flags) {
        NetlinkRequest request = netlink.begin(command, 0)
                .nest(HEADER, header -> header.u32(HEADER_DEV_INDEX, ifindex).u32(HEADER_FLAGS, flags));
        String where = call + " of interface " + ifindex;
        return answer(where, netlink.request(where, request));
    }

    private static Attributes answer(String call, List<NetlinkMessage> messages) {
        if (messages.isEmpty()) {
            throw new Errno(call + ": an empty answer", Errno.EBADMSG);
        }
        Attributes answer = messages.getFirst().attributes(NetlinkLayout.GENLMSGHDR);
        answer.problem().ifPresent(problem -> {
            throw new Errno(call + ": " + problem, Errno.EBADMSG);
        });
        return answer;
    }
}
