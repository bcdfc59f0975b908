package io.ringtail.processors.history;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Segment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Segments of stamped round trips over a range of time. Thread safe. */
final class SegmentsHistory {
    private final Sql sql;

    SegmentsHistory(Sql sql) {
        this.sql = sql;
    }

    private record Count(String pathId, Segment segment, int bucket, long samples) {}

    /** Of each path of a report. */
    List<PathSegments> of(TimeRange range, List<PathReport> paths) {
        Map<String, Map<Segment, SparseHistogram>> byPath = new HashMap<>();
        sql.query(
                        "select path_id, segment, bucket, sum(samples) n from segments where " + range.condition()
                                + " order by path_id, segment, bucket",
                        row -> new Count(
                                row.getString("path_id"),
                                Segment.valueOf(row.getString("segment")),
                                row.getInt("bucket"),
                                row.getLong("n")))
                .forEach(count -> byPath.computeIfAbsent(count.pathId(), path -> new EnumMap<>(Segment.class))
                        .computeIfAbsent(count.segment(), segment -> new SparseHistogram())
                        .add(middleNs(count.bucket()), count.samples()));
        return paths.stream()
                .map(path -> of(path, byPath.getOrDefault(path.pathId(), Map.of())))
                .toList();
    }

    private static PathSegments of(PathReport path, Map<Segment, SparseHistogram> histograms) {
        List<PathSegments.Part> parts = new ArrayList<>();
        histograms.forEach((segment, histogram) -> parts.add(new PathSegments.Part(
                segment.name(),
                histogram.meanNs().orElseThrow(),
                Percentiles.of(histogram, 0).stream().map(PercentileValue::of).toList())));
        long trips = histograms.values().stream()
                .mapToLong(SparseHistogram::count)
                .max()
                .orElse(0);
        return new PathSegments(path.pathId(), path.label(), trips, parts);
    }

    private static long middleNs(int bucket) {
        return (BucketLayout.lowestNs(bucket) + BucketLayout.highestNs(bucket)) / 2;
    }
}
