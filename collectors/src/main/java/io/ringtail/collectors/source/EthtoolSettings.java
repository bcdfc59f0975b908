package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Driver;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Ethtool;
import io.ringtail.collectors.linux.Link;
import io.ringtail.collectors.linux.RssRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
        into.addGroup(
                "driver.", Set.of("name", "version", "firmware", "bus"), () -> driver(ethtool.driver(link.name())));
        one("driver.private-flags", () -> flags(ethtool.privateFlags(link.ifindex())), into);
        one("driver.pause", () -> on(ethtool.pause(link.ifindex())), into);
        one("driver.eee", () -> eee(ethtool.eee(link.ifindex())), into);
        one("driver.rss-table", () -> Fact.of(ethtool.rss(link.ifindex()).text()), into);
        one("driver.rss-rules", () -> Fact.of(rules(ethtool.rules(link.name()))), into);
    }

    private static void one(String name, Supplier<Fact> read, SettingList into) {
        try {
            into.add(name, read.get());
        } catch (Errno e) {
            into.add(name, Fact.absent(Errno.absence(e.number())));
        }
    }

    /** Flags by name: {@code legacy-rx off, link-down-on-close on}. */
    static Fact flags(Map<String, Boolean> flags) {
        return flags.isEmpty()
                ? Fact.unsupported()
                : Fact.of(flags.entrySet().stream()
                        .map(flag -> flag.getKey() + (flag.getValue() ? " on" : " off"))
                        .collect(Collectors.joining(", ")));
    }

    private static Fact on(Map<String, Long> flags) {
        Map<String, Boolean> on = new TreeMap<>();
        flags.forEach((name, value) -> on.put(name, value != 0));
        return flags(on);
    }

    /** {@code off}, or {@code on, tx-lpi on after 30 us}. */
    static Fact eee(Map<String, Long> values) {
        if (!values.containsKey("enabled")) {
            return Fact.unsupported();
        }
        if (values.get("enabled") == 0) {
            return Fact.of("off");
        }
        boolean lpi = values.getOrDefault("tx-lpi", 0L) != 0;
        return Fact.of(
                lpi ? "on, tx-lpi on after " + values.getOrDefault("tx-lpi-timer", 0L) + " us" : "on, tx-lpi off");
    }

    /** {@code none}, or each with its kind of flow, queue and check sum. */
    static String rules(List<RssRule> rules) {
        return rules.isEmpty()
                ? "none"
                : rules.stream()
                        .map(rule -> rule.location() + ": flow type " + rule.flowType() + " to "
                                + (rule.queue() < 0 ? "nowhere" : "queue " + rule.queue()) + " ("
                                + Integer.toHexString(rule.checkSum()) + ")")
                        .collect(Collectors.joining(", "));
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
