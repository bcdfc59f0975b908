package io.ringtail.processors.analysis.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the pairs of epochs that a knob can be judged by. Epochs with too few windows are passed over, so that the
 * changes around them become one, compared outer to outer. Pure.
 */
final class PairFinder {
    /** Windows that an epoch needs. */
    static final long FEWEST_WINDOWS = 30;

    /** Time between two epochs after which nobody can say what else happened: 15 minutes. Unit: ns. */
    static final long LONGEST_GAP_NS = 15 * 60 * 1_000_000_000L;

    private PairFinder() {}

    /** All neighbours that differ in the knob, in the order of time within each path. */
    static List<Pair> find(List<PoolEpoch> epochs, String knob) {
        Map<String, List<PoolEpoch>> byPath = new TreeMap<>();
        epochs.forEach(epoch -> byPath.computeIfAbsent(epoch.pathId(), path -> new ArrayList<>())
                .add(epoch));
        return byPath.values().stream().flatMap(path -> ofPath(path, knob)).toList();
    }

    private static Stream<Pair> ofPath(List<PoolEpoch> epochs, String knob) {
        List<PoolEpoch> sorted = epochs.stream()
                .sorted(Comparator.comparingLong(PoolEpoch::fromEpochNs))
                .toList();
        List<Pair> pairs = new ArrayList<>();
        List<String> changeIds = new ArrayList<>();
        PoolEpoch before = null;
        for (PoolEpoch epoch : sorted) {
            changeIds.addAll(epoch.changeIds());
            if (epoch.windows() < FEWEST_WINDOWS) {
                continue;
            }
            if (before != null && epoch.fromEpochNs() - before.toEpochNs() <= LONGEST_GAP_NS) {
                pairs.add(Pair.of(before, epoch, knob, changeIds.stream()));
            }
            before = epoch;
            changeIds.clear();
        }
        return pairs.stream().filter(Objects::nonNull);
    }

    /** Those that share no epoch, the earliest first: on a chain of neighbours no other choice keeps more of them. */
    static List<Pair> eachEpochOnce(List<Pair> pairs) {
        Set<String> used = new HashSet<>();
        List<Pair> kept = new ArrayList<>();
        for (Pair pair : pairs) {
            String before = pair.before().pathId() + pair.before().epochId();
            String after = pair.after().pathId() + pair.after().epochId();
            if (!used.contains(before) && !used.contains(after)) {
                used.add(before);
                used.add(after);
                kept.add(pair);
            }
        }
        return kept;
    }
}
