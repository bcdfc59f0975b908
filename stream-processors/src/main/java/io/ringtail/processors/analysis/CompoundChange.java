package io.ringtail.processors.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Changes so close together that nothing between them can be told apart, on a window's time line.
 *
 * @param fromNs last read of the oldest values. Unit: ns
 * @param toNs first read of the newest values. Unit: ns
 * @param versions what changed or became known, in order; the last one ends it
 */
record CompoundChange(long fromNs, long toNs, List<SettingsVersion> versions) {
    /** One change as a compound of its own. */
    static CompoundChange single(SettingsVersion version, long fromNs, long toNs) {
        return new CompoundChange(fromNs, toNs, List.of(version));
    }

    /** Whether a window touches the change or the time to settle after it. */
    boolean touches(long startNs, long endNs, long settleNs) {
        return fromNs < endNs && toNs + settleNs > startNs;
    }

    /** Ids of the changes, sorted; empty where objects only became known. */
    List<String> changeIds() {
        return versions.stream()
                .map(version -> version.part().getChangeId())
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    /** The start of the epoch after it, on the cluster's time line. Unit: ns since 1970-01-01 UTC. */
    long placedEpochNs() {
        return versions.stream()
                .mapToLong(version -> version.part().getPlacedEpochNs())
                .max()
                .orElseThrow();
    }

    /** Merges those less than a distance apart, outer to outer; in order. */
    static List<CompoundChange> merge(List<CompoundChange> singles, long distanceNs) {
        List<CompoundChange> merged = new ArrayList<>();
        singles.stream()
                .sorted(Comparator.comparingLong(CompoundChange::fromNs))
                .forEach(next -> {
                    if (!merged.isEmpty() && next.fromNs() - merged.getLast().toNs() < distanceNs) {
                        merged.add(merged.removeLast().with(next));
                    } else {
                        merged.add(next);
                    }
                });
        return merged;
    }

    private CompoundChange with(CompoundChange next) {
        List<SettingsVersion> all = new ArrayList<>(versions);
        all.addAll(next.versions);
        return new CompoundChange(fromNs, Math.max(toNs, next.toNs), List.copyOf(all));
    }
}
