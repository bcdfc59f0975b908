package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number attributes of one of the ethtool family's answers. Pure.
 *
 * @param names ethtool's names of the attributes from the second on; the first is the header
 */
record EthtoolTable(List<String> names) {
    private static final int FIRST = 2;

    /** ETHTOOL_A_COALESCE_*. */
    static final EthtoolTable COALESCE = new EthtoolTable(List.of(
            "rx-usecs",
            "rx-frames",
            "rx-usecs-irq",
            "rx-frames-irq",
            "tx-usecs",
            "tx-frames",
            "tx-usecs-irq",
            "tx-frames-irq",
            "stats-block-usecs",
            "adaptive-rx",
            "adaptive-tx",
            "pkt-rate-low",
            "rx-usecs-low",
            "rx-frames-low",
            "tx-usecs-low",
            "tx-frames-low",
            "pkt-rate-high",
            "rx-usecs-high",
            "rx-frames-high",
            "tx-usecs-high",
            "tx-frames-high",
            "rate-sample-interval",
            "cqe-mode-tx",
            "cqe-mode-rx",
            "tx-aggr-max-bytes",
            "tx-aggr-max-frames",
            "tx-aggr-time-usecs"));
    /** ETHTOOL_A_RINGS_*. */
    static final EthtoolTable RINGS = new EthtoolTable(List.of(
            "rx-max",
            "rx-mini-max",
            "rx-jumbo-max",
            "tx-max",
            "rx",
            "rx-mini",
            "rx-jumbo",
            "tx",
            "rx-buf-len",
            "tcp-data-split",
            "cqe-size",
            "tx-push",
            "rx-push",
            "tx-push-buf-len",
            "tx-push-buf-len-max",
            "hds-thresh",
            "hds-thresh-max"));
    /** ETHTOOL_A_CHANNELS_*. */
    static final EthtoolTable CHANNELS =
            new EthtoolTable(List.of("rx-max", "tx-max", "other-max", "combined-max", "rx", "tx", "other", "combined"));

    /** ETHTOOL_A_PAUSE_*. */
    static final EthtoolTable PAUSE = new EthtoolTable(List.of("autoneg", "rx", "tx"));

    /** Those that are there and are numbers. */
    Map<String, Long> decode(Attributes attributes) {
        Map<String, Long> values = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            attributes.number(FIRST + i).ifPresent(value -> values.put(name, value));
        }
        return values;
    }
}
