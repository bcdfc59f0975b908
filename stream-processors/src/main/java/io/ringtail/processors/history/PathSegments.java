package io.ringtail.processors.history;

import java.util.List;

/**
 * Where the time of a path's round trips goes, from those that were stamped by the kernels.
 *
 * @param pathId id of the path
 * @param label it in words
 * @param trips stamped round trips
 * @param segments in the order of the way; none where nothing was stamped
 */
public record PathSegments(String pathId, String label, long trips, List<Part> segments) {
    /**
     * One segment.
     *
     * @param segment its name in the windows' schema
     * @param meanNs mean, from the buckets' middles: within 0.4 %, ns
     * @param percentiles p50, p90, p95, p99, p99.9
     */
    public record Part(String segment, double meanNs, List<PercentileValue> percentiles) {}
}
