package io.ringtail.collectors.driver;

import io.ringtail.schemas.record.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which of an interface's statistics are published as which series, worked out once for a set of names: a read then
 * only picks values. All names are looked at; the canonical ones become series, up to a budget (device first, then
 * queues, then the rest, in the order of their numbers), the others are counted. Immutable.
 */
public final class StatisticsPlan {
    /** Series of one interface: the canonical ones of 128 queues in both directions. */
    public static final int DEFAULT_BUDGET = 2_048;

    private final int names;
    private final int keptToDriver;
    private final List<String> unknown;
    private final int overBudget;
    private final List<Series> series;

    private StatisticsPlan(int names, int keptToDriver, List<String> unknown, int overBudget, List<Series> series) {
        this.names = names;
        this.keptToDriver = keptToDriver;
        this.unknown = unknown;
        this.overBudget = overBudget;
        this.series = series;
    }

    /**
     * A series and where its values stand.
     *
     * @param scope what it is counted for
     * @param direction of its queue
     * @param number of its queue
     * @param name canonical
     * @param positions of the statistics whose sum it is
     */
    public record Series(Scope scope, Direction direction, int number, String name, List<Integer> positions) {
        /** Its value among all values: the sum of its parts, unsigned. */
        public long value(long[] values) {
            long sum = 0;
            for (int i = 0; i < positions.size(); i++) {
                sum += values[positions.get(i)];
            }
            return sum;
        }
    }

    /** Works it out for an interface's names, in the kernel's order. */
    public static StatisticsPlan of(DriverNames driver, List<String> names, int budget) {
        Map<Key, List<Integer>> canonical = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        int kept = 0;
        DriverNames.Pass pass = driver.begin();
        for (int i = 0; i < names.size(); i++) {
            Optional<Statistic> found = pass.next(names.get(i));
            if (found.isEmpty()) {
                unknown.add(names.get(i));
            } else if (!take(found.get(), i, canonical)) {
                kept++;
            }
        }
        List<Series> all = canonical.entrySet().stream()
                .map(entry -> entry.getKey().series(entry.getValue()))
                .sorted(Comparator.comparing(Series::scope)
                        .thenComparing(Series::number)
                        .thenComparing(Series::direction))
                .toList();
        List<Series> published = all.subList(0, Math.min(budget, all.size()));
        return new StatisticsPlan(
                names.size(), kept, List.copyOf(unknown), all.size() - published.size(), List.copyOf(published));
    }

    /** Whether it became a series or a part of one; a second name for a value is left to the driver. */
    private static boolean take(Statistic found, int position, Map<Key, List<Integer>> canonical) {
        if (found.canonical().isEmpty() || found.scope() == Scope.CPU || found.scope() == Scope.XDP_CPU) {
            return false;
        }
        Key key = new Key(
                found.scope(),
                found.direction(),
                found.number(),
                found.canonical().get());
        if (canonical.containsKey(key) && !found.part()) {
            return false;
        }
        canonical.computeIfAbsent(key, _ -> new ArrayList<>()).add(position);
        return true;
    }

    /** How many statistics the driver has. */
    public int names() {
        return names;
    }

    /** What is published. */
    public List<Series> series() {
        return series;
    }

    /** How many have no canonical name, or are another name of a published value. */
    public int keptToDriver() {
        return keptToDriver;
    }

    /** Names that the driver's file does not know. */
    public List<String> unknown() {
        return unknown;
    }

    /** How many series had no room in the budget. */
    public int overBudget() {
        return overBudget;
    }

    private record Key(Scope scope, Direction direction, int number, String name) {
        Series series(List<Integer> positions) {
            return new Series(scope, direction, number, name, List.copyOf(positions));
        }
    }
}
