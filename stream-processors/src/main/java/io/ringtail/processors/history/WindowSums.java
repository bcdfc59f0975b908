package io.ringtail.processors.history;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sums of windows and buckets over a range of time, from seconds, minutes or hours, whichever answer. Thread safe. */
final class WindowSums {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** What windows sum up to, of one part of a range. */
    private static final String SECONDS = "select {step} step, path_id, label, cast(min(ts) as long) first_ts,"
            + " cast(max(ts) as long) last_ts, count() windows, sum(duration_ns) duration_ns, sum(sent) sent,"
            + " sum(received) received, sum(lost) lost, sum(duplicated) duplicated, sum(late) late,"
            + " sum(reordered) reordered, sum(flagged) flagged, min(min_ns) min_ns, max(max_ns) max_ns,"
            + " sum(mean_ns * received) sum_ns, " + weighted("prober") + ", " + weighted("responder")
            + ", sum(case when simulated then 1 else 0 end) simulated from windows where %s";

    private static final String SUMS = "select {step} step, path_id, label, cast(min(ts) as long) first_ts,"
            + " cast(max(ts) as long) last_ts, "
            + sums("windows", "duration_ns", "sent", "received", "lost", "duplicated", "late", "reordered", "flagged")
            + ", min(min_ns) min_ns, max(max_ns) max_ns, "
            + sums("sum_ns", "prober_busy_ns", "prober_tx", "responder_busy_ns", "responder_tx")
            + ", sum(case when simulated then 1 else 0 end) simulated from windows%s where %s";

    private static final String WHOLE = "select step, path_id, label, min(first_ts) first_ts, max(last_ts) last_ts, "
            + sums("windows", "duration_ns", "sent", "received", "lost", "duplicated", "late", "reordered", "flagged")
            + ", min(min_ns) min_ns, max(max_ns) max_ns, "
            + sums("sum_ns", "prober_busy_ns", "prober_tx", "responder_busy_ns", "responder_tx", "simulated")
            + " from (%s) order by step, label limit " + HistoryQueries.MAX_ROWS;

    private static final String BUCKETS =
            "select {step} step, path_id, bucket, sum(samples) n from buckets%s where %s and samples > 0";

    /** By what is said of the windows' epochs: buckets know theirs by their window alone. */
    private static final String BUCKETS_OF_WINDOWS = "select {step} step, path_id, bucket, sum(samples) n from"
            + " (select ts, path_id, bucket, samples from buckets where {range} and path_id = ? and samples > 0)"
            + " join (select ts, epoch_id from windows where {range} and path_id = ? and {condition}) on (ts)";

    private final Sql sql;
    private final Rollups rollups;

    WindowSums(Sql sql, Rollups rollups) {
        this.sql = sql;
        this.rollups = rollups;
    }

    private record Key(long step, String pathId) {}

    /** Each path, or the one of this id, over a range. */
    List<PathReport> reports(TimeRange range, Optional<String> pathId) {
        return of(range, Steps.one(range), pathId).values().stream().toList();
    }

    /** A path in steps of a range; steps without a window are left out. */
    List<CurvePoint> curve(String pathId, TimeRange range, Steps steps) {
        List<CurvePoint> points = new ArrayList<>();
        of(range, steps, Optional.of(pathId))
                .forEach((key, report) ->
                        points.add(new CurvePoint(steps.startOf(key.step()), steps.lengthNs(), report)));
        return points;
    }

    /** Samples of a path by step of a range and bucket. */
    HeatMap heatMap(String pathId, TimeRange range, Steps steps) {
        List<HeatMap.Cell> cells = buckets(
                range,
                steps,
                Optional.of(pathId),
                row -> new HeatMap.Cell(row.getInt("step"), row.getInt("bucket"), row.getLong("n")));
        return new HeatMap(steps.fromEpochNs(), steps.lengthNs(), steps.number(), cells);
    }

    private Map<Key, PathReport> of(TimeRange range, Steps steps, Optional<String> pathId) {
        List<Totals> totals = totals(range, steps, pathId);
        return reports(totals, histograms(range, steps, totals, pathId));
    }

    private static Map<Key, PathReport> reports(List<Totals> totals, Map<Key, SparseHistogram> histograms) {
        Map<Key, PathReport> reports = new LinkedHashMap<>();
        totals.forEach(each ->
                reports.put(each.key(), each.report(histograms.getOrDefault(each.key(), new SparseHistogram()))));
        return reports;
    }

    /** Paths that have windows in a range, by label. */
    List<PathSeen> paths(TimeRange range) {
        return totals(range, Steps.one(range), Optional.empty()).stream()
                .map(Totals::seen)
                .toList();
    }

    /** All round trips of a path in a range. */
    SparseHistogram histogram(String pathId, TimeRange range) {
        Steps whole = Steps.one(range);
        Optional<String> one = Optional.of(pathId);
        return histograms(range, whole, totals(range, whole, one), one)
                .getOrDefault(new Key(0, pathId), new SparseHistogram());
    }

    /** Of all paths, as of one population. */
    List<PercentileValue> percentilesOfAll(TimeRange range) {
        Steps whole = Steps.one(range);
        List<Totals> totals = totals(range, whole, Optional.empty());
        SparseHistogram merged = new SparseHistogram();
        histograms(range, whole, totals, Optional.empty()).values().forEach(merged::merge);
        return percentiles(merged, totals.stream().mapToLong(Totals::lost).sum());
    }

    static List<PercentileValue> percentiles(SparseHistogram histogram, long lost) {
        return Percentiles.of(histogram, lost).stream().map(PercentileValue::of).toList();
    }

    private static String weighted(String end) {
        String busy = end + "_busy_ns_per_tx";
        return "sum(" + busy + " * received) " + end + "_busy_ns, sum(case when " + busy
                + " is null then 0 else received end) " + end + "_tx";
    }

    private static String sums(String... columns) {
        return Arrays.stream(columns)
                .map(column -> "sum(" + column + ") " + column)
                .collect(Collectors.joining(", "));
    }

    private List<Totals> totals(TimeRange range, Steps steps, Optional<String> pathId) {
        List<Rollups.Piece> pieces = rollups.pieces(range, steps.highest());
        String more = pathId.isPresent() ? " and path_id = ?" : "";
        String parts = Rollups.union(pieces, SECONDS + more, SUMS + more);
        return sql.query(
                WHOLE.formatted(parts).replace("{step}", steps.sql()), Totals::read, Rollups.repeated(pieces, pathId));
    }

    private <T> List<T> buckets(TimeRange range, Steps steps, Optional<String> pathId, Sql.RowReader<T> reader) {
        List<Rollups.Piece> pieces = rollups.pieces(range, steps.highest());
        String parts = Rollups.union(pieces, BUCKETS + (pathId.isPresent() ? " and path_id = ?" : ""));
        return sql.query(
                "select step, path_id, bucket, sum(n) n from (" + parts.replace("{step}", steps.sql())
                        + ") order by step, path_id, bucket",
                reader,
                Rollups.repeated(pieces, pathId));
    }

    private Map<Key, SparseHistogram> histograms(
            TimeRange range, Steps steps, List<Totals> totals, Optional<String> pathId) {
        Counts counts = new Counts();
        buckets(range, steps, pathId, counts::add);
        return counts.histograms(totals);
    }

    /** A path by groups of its epochs, from the seconds; groups without a window are left out. */
    SortedMap<Integer, PathReport> byEpochs(String pathId, TimeRange range, EpochGroups groups) {
        String windows = SECONDS.formatted(range.condition()) + " and path_id = ? and " + groups.condition("epoch_id");
        List<Totals> totals =
                sql.query(WHOLE.formatted(windows).replace("{step}", groups.sql("epoch_id")), Totals::read, pathId);
        Counts counts = new Counts();
        sql.query(
                BUCKETS_OF_WINDOWS
                        .replace("{range}", range.condition())
                        .replace("{condition}", groups.condition("epoch_id"))
                        .replace("{step}", groups.sql("epoch_id")),
                counts::add,
                pathId,
                pathId);
        SortedMap<Integer, PathReport> byGroup = new TreeMap<>();
        reports(totals, counts.histograms(totals))
                .forEach((key, report) -> byGroup.put(Math.toIntExact(key.step()), report));
        return byGroup;
    }

    /** Rows of buckets, to become histograms. */
    private static final class Counts {
        private final Map<Key, List<Integer>> indices = new HashMap<>();
        private final Map<Key, List<Long>> samples = new HashMap<>();

        boolean add(ResultSet row) throws SQLException {
            Key key = new Key(row.getLong("step"), row.getString("path_id"));
            indices.computeIfAbsent(key, id -> new ArrayList<>()).add(row.getInt("bucket"));
            return samples.computeIfAbsent(key, id -> new ArrayList<>()).add(row.getLong("n"));
        }

        Map<Key, SparseHistogram> histograms(List<Totals> totals) {
            Map<Key, SparseHistogram> histograms = new HashMap<>();
            for (Totals each : totals) {
                Key key = each.key();
                if (indices.containsKey(key)) {
                    histograms.put(key, each.histogram(indices.get(key), samples.get(key)));
                }
            }
            return histograms;
        }
    }

    /** Sums over the windows of a path; null where nothing was there to sum. */
    private record Totals(
            long step,
            String pathId,
            String label,
            long firstEpochNs,
            long lastEpochNs,
            long windows,
            long timeNs,
            long sent,
            long received,
            long lost,
            long duplicated,
            long late,
            long reordered,
            long flagged,
            Long minNs,
            Long maxNs,
            Double sumNs,
            Double proberBusyNs,
            long proberTx,
            Double responderBusyNs,
            long responderTx,
            boolean simulated) {

        static Totals read(ResultSet row) throws SQLException {
            return new Totals(
                    row.getLong("step"),
                    row.getString("path_id"),
                    row.getString("label"),
                    Micros.toNs(row.getLong("first_ts")),
                    Micros.toNs(row.getLong("last_ts")),
                    row.getLong("windows"),
                    row.getLong("duration_ns"),
                    row.getLong("sent"),
                    row.getLong("received"),
                    row.getLong("lost"),
                    row.getLong("duplicated"),
                    row.getLong("late"),
                    row.getLong("reordered"),
                    row.getLong("flagged"),
                    Sql.longOrNull(row, "min_ns"),
                    Sql.longOrNull(row, "max_ns"),
                    Sql.doubleOrNull(row, "sum_ns"),
                    Sql.doubleOrNull(row, "prober_busy_ns"),
                    row.getLong("prober_tx"),
                    Sql.doubleOrNull(row, "responder_busy_ns"),
                    row.getLong("responder_tx"),
                    row.getLong("simulated") > 0);
        }

        Key key() {
            return new Key(step, pathId);
        }

        SparseHistogram histogram(List<Integer> indices, List<Long> counts) {
            return SparseHistogram.of(
                    indices, counts, optional(minNs), optional(maxNs), sumNs == null ? 0 : Math.round(sumNs));
        }

        private static OptionalLong optional(Long value) {
            return value == null ? OptionalLong.empty() : OptionalLong.of(value);
        }

        PathReport report(SparseHistogram histogram) {
            return new PathReport(
                    pathId,
                    label,
                    windows,
                    sent,
                    received,
                    lost,
                    duplicated,
                    late,
                    reordered,
                    flagged,
                    WindowSums.percentiles(histogram, lost),
                    minNs,
                    maxNs,
                    over(sumNs, received),
                    timeNs > 0 ? (double) received * NS_PER_SECOND / timeNs : null,
                    over(proberBusyNs, proberTx),
                    over(responderBusyNs, responderTx),
                    simulated);
        }

        PathSeen seen() {
            return new PathSeen(pathId, label, firstEpochNs, lastEpochNs, windows, simulated);
        }

        private static Double over(Double sum, long number) {
            return sum == null || number == 0 ? null : Double.valueOf(sum / number);
        }
    }
}
