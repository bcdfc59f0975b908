package io.ringtail.collectors.source;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the ethtool command prints, by the names of our settings; {@link #NOT_AVAILABLE} where it prints that. */
final class EthtoolText {
    static final String NOT_AVAILABLE = "n/a";

    private static final Pattern BOTH = Pattern.compile("(Adaptive|CQE mode) RX: (\\S+)\\s+TX: (\\S+)");
    private static final Pattern LINE = Pattern.compile("\\s*([^:]+):\\s*(\\S*).*");
    private static final List<String> MAXIMA = List.of("rx", "tx", "rx-mini", "rx-jumbo", "other", "combined");

    /** Features that ethtool prints by an older name; those it prints for several kernel features are left out. */
    private static final Map<String, String> OLD_NAMES = Map.of(
            "rx-checksumming", "rx-checksum",
            "generic-segmentation-offload", "tx-generic-segmentation",
            "generic-receive-offload", "rx-gro",
            "large-receive-offload", "rx-lro",
            "rx-vlan-offload", "rx-vlan-hw-parse",
            "tx-vlan-offload", "tx-vlan-hw-insert",
            "ntuple-filters", "rx-ntuple-filter",
            "receive-hashing", "rx-hashing");

    private static final List<String> SUMMARIES =
            List.of("tx-checksumming", "scatter-gather", "tcp-segmentation-offload", "udp-fragmentation-offload");

    private EthtoolText() {}

    /** {@code ethtool -c}. */
    static Map<String, String> coalesce(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines().skip(1).forEach(line -> {
            Matcher both = BOTH.matcher(line);
            if (both.matches()) {
                String name = both.group(1).equals("Adaptive") ? "adaptive-" : "cqe-mode-";
                values.put("coalesce." + name + "rx", both.group(2));
                values.put("coalesce." + name + "tx", both.group(3));
            } else {
                pair(line, (name, value) -> values.put("coalesce." + coalesceName(name), value));
            }
        });
        return values;
    }

    /** {@code ethtool -g} and {@code -l}: maxima, and then what is set. */
    static Map<String, String> counts(String prefix, String text) {
        Map<String, String> values = new TreeMap<>();
        boolean maxima = true;
        for (String line : text.lines().skip(1).toList()) {
            if (line.startsWith("Current")) {
                maxima = false;
            } else if (!line.startsWith("Pre-set")) {
                String suffix = maxima ? "-max" : "";
                pair(line, (name, value) -> values.put(prefix + countName(name, suffix), value));
            }
        }
        return values;
    }

    /** {@code ethtool -k}. */
    static Map<String, String> features(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines()
                .skip(1)
                .forEach(line -> pair(line, (name, value) -> {
                    if (!SUMMARIES.contains(name)) {
                        values.put("feature." + OLD_NAMES.getOrDefault(name, name), value);
                    }
                }));
        return values;
    }

    /** {@code ethtool -i}. */
    static Map<String, String> driver(String text) {
        Map<String, String> names =
                Map.of("driver", "name", "version", "version", "firmware-version", "firmware", "bus-info", "bus");
        Map<String, String> values = new TreeMap<>();
        text.lines()
                .forEach(line -> pair(line, (name, value) -> {
                    if (names.containsKey(name)) {
                        values.put("driver." + names.get(name), value.isEmpty() ? NOT_AVAILABLE : value);
                    }
                }));
        return values;
    }

    private static String coalesceName(String name) {
        return name.equals("sample-interval") ? "rate-sample-interval" : name.replace("-frame-", "-frames-");
    }

    private static String countName(String name, String suffix) {
        String words = name.toLowerCase(Locale.ROOT).replace(' ', '-');
        return MAXIMA.contains(words) ? words + suffix : words;
    }

    private static void pair(String line, BiConsumer<String, String> into) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches()) {
            into.accept(matcher.group(1), matcher.group(2));
        }
    }
}
