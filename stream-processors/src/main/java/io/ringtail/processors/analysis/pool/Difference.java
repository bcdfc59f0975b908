package io.ringtail.processors.analysis.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A setting that differs between two epochs; all queues of one setting are one difference.
 *
 * @param name its name, prefixed {@code prober.} or {@code responder.}
 * @param oldValue value before; the values of all queues where they differ; null where the setting came to be
 * @param newValue value after; null where the setting vanished
 */
public record Difference(String name, String oldValue, String newValue) {
    private static final String ADAPTIVE = "adaptive";

    /** All differences of known values, by name. */
    static List<Difference> between(PoolEpoch before, PoolEpoch after) {
        Map<String, List<String>> keys = new TreeMap<>();
        Set<String> all = new TreeSet<>(before.settings().keySet());
        all.addAll(after.settings().keySet());
        all.removeAll(before.unknown());
        all.removeAll(after.unknown());
        all.stream()
                .filter(key -> !Objects.equals(
                        before.settings().get(key), after.settings().get(key)))
                .forEach(key -> keys.computeIfAbsent(name(key), name -> new ArrayList<>())
                        .add(key));
        List<Difference> differences = new ArrayList<>();
        keys.forEach((name, of) -> differences.add(new Difference(name, values(before, of), values(after, of))));
        return differences;
    }

    /** Settings known in one of the epochs and not in the other: nobody can say that they stayed. */
    static List<String> notKnownConstant(PoolEpoch before, PoolEpoch after) {
        Set<String> names = new TreeSet<>();
        before.unknown().stream().filter(key -> !after.unknown().contains(key)).forEach(key -> names.add(name(key)));
        after.unknown().stream().filter(key -> !before.unknown().contains(key)).forEach(key -> names.add(name(key)));
        return List.copyOf(names);
    }

    /** Whether another difference is a part of this one: adaptive coalescing is one knob, flag and levels together. */
    boolean includes(Difference other) {
        String direction = direction();
        return direction != null
                && direction.equals(other.direction())
                && (isFlag() || toOrFromAdaptive())
                && (other.isFlag() || other.toOrFromAdaptive());
    }

    private boolean toOrFromAdaptive() {
        return ADAPTIVE.equals(oldValue) != ADAPTIVE.equals(newValue);
    }

    private boolean isFlag() {
        return name.contains(".coalesce.adaptive-");
    }

    /** Which coalescing it is of, with the end: {@code responder.rx}; null where it is none. */
    private String direction() {
        int at = name.indexOf(".coalesce.");
        if (at < 0) {
            return null;
        }
        String knob = name.substring(at + ".coalesce.".length()).replaceFirst("^adaptive-", "");
        return knob.startsWith("rx") || knob.startsWith("tx") ? name.substring(0, at + 1) + knob.substring(0, 2) : null;
    }

    static String name(String key) {
        int blank = key.indexOf(' ');
        return blank < 0 ? key : key.substring(0, blank);
    }

    private static String values(PoolEpoch epoch, List<String> keys) {
        Set<String> values = keys.stream()
                .map(key -> epoch.settings().get(key))
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        return values.isEmpty() ? null : String.join(", ", values);
    }
}
