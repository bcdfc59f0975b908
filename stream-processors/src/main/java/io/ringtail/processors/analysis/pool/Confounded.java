package io.ringtail.processors.analysis.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * A pair in which the knob did not change alone: no effect of the knob is told from it.
 *
 * @param pair the pair
 * @param separators what was never seen and would tell the settings apart, in words
 */
public record Confounded(Pair pair, List<String> separators) {
    /** With what would separate its settings, given all epochs of its path. */
    static Confounded of(Pair pair, List<PoolEpoch> epochs) {
        List<PoolEpoch> ofPath = epochs.stream()
                .filter(epoch -> epoch.pathId().equals(pair.before().pathId()))
                .toList();
        List<String> separators = new ArrayList<>();
        for (Difference other : pair.others()) {
            add(separators, ofPath, pair.knob(), other);
            add(separators, ofPath, other, pair.knob());
        }
        pair.notKnown().forEach(name -> separators.add(name + " was known on one side only"));
        return new Confounded(pair, List.copyOf(separators));
    }

    private static void add(List<String> all, List<PoolEpoch> epochs, Difference moved, Difference still) {
        boolean seen = epochs.stream()
                .anyMatch(epoch ->
                        has(epoch, moved.name(), moved.newValue()) && has(epoch, still.name(), still.oldValue()));
        if (!seen) {
            all.add("no epoch has " + moved.name() + " " + text(moved.newValue()) + " with " + still.name() + " still "
                    + text(still.oldValue()));
        }
    }

    private static boolean has(PoolEpoch epoch, String name, String value) {
        return value != null
                && epoch.settings().entrySet().stream()
                        .anyMatch(each -> Difference.name(each.getKey()).equals(name)
                                && each.getValue().equals(value));
    }

    private static String text(String value) {
        return value == null ? "absent" : value;
    }
}
