package io.ringtail.standalone.serve;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The p99.9 of a path over the last {@link #WINDOWS} windows, from their merged histograms: one second of 1,000 round
 * trips has but one sample beyond it. Owned by the feed's thread.
 */
final class TrailingTail {
    /** Windows that are merged: with 1,000 round trips a second they leave 15 samples beyond p99.9. */
    static final int WINDOWS = 15;

    private static final int P99_9 = 9_990;
    private static final int PATHS = 256;

    private final Map<String, TreeMap<Long, Part>> recent = new HashMap<>();

    private record Part(SparseHistogram histogram, long lost) {}

    /** The percentile over the windows that end with this one, none older than {@link #WINDOWS} of its length. */
    Percentile of(Window window) {
        if (recent.size() > PATHS) {
            recent.clear();
        }
        TreeMap<Long, Part> ofPath = recent.computeIfAbsent(window.getPathId(), id -> new TreeMap<>());
        ofPath.put(window.getStartEpochNs(), part(window));
        while (ofPath.size() > 2 * WINDOWS) {
            ofPath.pollFirstEntry();
        }
        long after = window.getStartEpochNs() - WINDOWS * window.getDurationNs();
        return merged(ofPath.subMap(after, false, window.getStartEpochNs(), true));
    }

    private static Percentile merged(Map<Long, Part> parts) {
        SparseHistogram all = new SparseHistogram();
        long lost = 0;
        for (Part part : parts.values()) {
            all.merge(part.histogram);
            lost += part.lost;
        }
        return Percentiles.of(all, lost, List.of(P99_9)).getFirst();
    }

    private static Part part(Window window) {
        SparseHistogram histogram = SparseHistogram.of(
                window.getBucketIndices(),
                window.getBucketCounts(),
                optional(window.getMinNs()),
                optional(window.getMaxNs()),
                0);
        return new Part(histogram, window.getLost());
    }

    private static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
