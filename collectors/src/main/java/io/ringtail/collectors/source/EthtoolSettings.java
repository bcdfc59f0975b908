package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Driver;
import io.ringtail.collectors.linux.Ethtool;
import io.ringtail.collectors.linux.Link;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The groups coalesce, ring, channels, feature and driver of an interface. */
final class EthtoolSettings {
    /** The value of a knob that the driver moves by itself, which is no setting meanwhile. */
    static final String ADAPTIVE = "adaptive";

    private static final Set<String> FLAGS =
            Set.of("adaptive-rx", "adaptive-tx", "cqe-mode-rx", "cqe-mode-tx", "tx-push", "rx-push");
    private static final String TCP_DATA_SPLIT = "tcp-data-split";
    private static final List<String> SPLITS = List.of("unknown", "off", "on");

    private final Ethtool ethtool;

    EthtoolSettings(Ethtool ethtool) {
        this.ethtool = ethtool;
    }

    void read(Link link, SettingList into) {
        into.addGroup("coalesce.", () -> coalesce(ethtool.coalesce(link.ifindex())));
        into.addGroup("ring.", () -> values(ethtool.rings(link.ifindex())));
        into.addGroup("channels.", () -> values(ethtool.channels(link.ifindex())));
        into.addGroup("feature.", () -> features(link));
        into.addGroup("driver.", () -> driver(ethtool.driver(link.name())));
    }

    /** Coalescing values as texts: while a direction is adaptive, its times and frames are. */
    static Map<String, String> coalesce(Map<String, Long> numbers) {
        Map<String, String> values = values(numbers);
        for (String direction : List.of("rx", "tx")) {
            if (numbers.getOrDefault("adaptive-" + direction, 0L) != 0) {
                Stream.of("-usecs", "-frames", "-usecs-irq", "-frames-irq")
                        .forEach(what -> values.computeIfPresent(direction + what, (name, value) -> ADAPTIVE));
            }
        }
        return values;
    }

    /** Numbers and flags as texts. */
    static Map<String, String> values(Map<String, Long> numbers) {
        Map<String, String> values = new TreeMap<>();
        numbers.forEach((name, number) -> values.put(name, value(name, number)));
        return values;
    }

    private static String value(String name, long number) {
        if (FLAGS.contains(name)) {
            return number == 0 ? "off" : "on";
        }
        return name.equals(TCP_DATA_SPLIT) && number >= 0 && number < SPLITS.size()
                ? SPLITS.get((int) number)
                : Long.toUnsignedString(number);
    }

    private Map<String, String> features(Link link) {
        Map<String, String> values = new TreeMap<>();
        ethtool.features(link.ifindex()).forEach((name, feature) -> values.put(name, feature.active() ? "on" : "off"));
        return values;
    }

    private static Map<String, String> driver(Driver driver) {
        Map<String, String> values = new TreeMap<>(Map.of(
                "name", driver.name(),
                "version", driver.version(),
                "firmware", driver.firmware(),
                "bus", driver.bus()));
        values.values().removeIf(String::isEmpty);
        return values;
    }
}
