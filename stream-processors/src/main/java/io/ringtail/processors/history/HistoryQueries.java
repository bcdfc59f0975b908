package io.ringtail.processors.history;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.history.HeatMap.Cell;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Effect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Questions to the history, bounded in rows and time. Percentiles come from summed buckets, never from other percentiles.
 * Thread safe; each call uses a connection of its own and throws {@link HistoryException} while the store is away.
 */
public final class HistoryQueries {
    /** Rows that a list has at most. */
    public static final int MAX_ROWS = 100_000;

    /** Columns that a heat map has at most. */
    public static final int MAX_COLUMNS = 2_000;

    /** Effects that a list has at most. */
    public static final int MAX_EFFECTS = 1_000;

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_MICRO = 1_000L;

    private final Sql sql;

    /** Of a store, which the caller closes. */
    public HistoryQueries(HistoryStore store) {
        this.sql = new Sql(store);
    }

    /** Questions about shifts and associations. */
    public TailQueries tail() {
        return new TailQueries(sql);
    }

    /** The accounts of a round trip of each path of a report. */
    public List<PathAccounts> accounts(Report report) {
        return new AccountsHistory(this, sql).of(report.range(), report.paths());
    }

    /** Segments of the stamped round trips of each path of a report. */
    public List<PathSegments> segments(Report report) {
        return new SegmentsHistory(sql).of(report.range(), report.paths());
    }

    /** All round trips of a path in a range. */
    SparseHistogram histogram(String pathId, TimeRange range) {
        String more = " and path_id = ?";
        return histograms(range, more, totals(range, more, pathId), pathId).getOrDefault(pathId, new SparseHistogram());
    }

    /** Questions about one knob over many epochs. */
    public KnobHistory knobs() {
        return new KnobHistory(this);
    }

    /** Paths that have windows in a range, by label. */
    public List<PathSeen> paths(TimeRange range) {
        return sql.query(
                "select path_id, label, cast(min(ts) as long) first_ts, cast(max(ts) as long) last_ts, count() windows,"
                        + " sum(case when simulated then 1 else 0 end) simulated from windows where "
                        + range.condition() + " order by label limit " + MAX_ROWS,
                row -> new PathSeen(
                        row.getString("path_id"),
                        row.getString("label"),
                        Micros.toNs(row.getLong("first_ts")),
                        Micros.toNs(row.getLong("last_ts")),
                        row.getLong("windows"),
                        row.getLong("simulated") > 0));
    }

    /** Windows of a path in a range, the earliest first, at most {@link #MAX_ROWS}. */
    public Bounded<WindowPoint> windows(String pathId, TimeRange range) {
        return Bounded.of(
                sql.query(
                        "select cast(ts as long) start, * from windows where path_id = ? and " + range.condition()
                                + " order by ts limit " + (MAX_ROWS + 1),
                        HistoryQueries::window,
                        pathId),
                MAX_ROWS);
    }

    private static WindowPoint window(ResultSet row) throws SQLException {
        return new WindowPoint(
                Micros.toNs(row.getLong("start")),
                row.getLong("duration_ns"),
                row.getInt("revision"),
                row.getString("completeness"),
                row.getString("epoch_id"),
                row.getLong("sent"),
                row.getLong("received"),
                row.getLong("lost"),
                row.getLong("flagged"),
                Sql.longOrNull(row, "min_ns"),
                Sql.longOrNull(row, "p50_ns"),
                Sql.longOrNull(row, "p90_ns"),
                Sql.longOrNull(row, "p95_ns"),
                Sql.longOrNull(row, "p99_ns"),
                Sql.longOrNull(row, "p999_ns"),
                Sql.longOrNull(row, "max_ns"),
                Sql.doubleOrNull(row, "mean_ns"),
                Sql.doubleOrNull(row, "tps"),
                Sql.doubleOrNull(row, "prober_busy_ns_per_tx"),
                Sql.doubleOrNull(row, "responder_busy_ns_per_tx"),
                row.getString("remarks"));
    }

    /** Percentiles of all samples of a path in a range. */
    public List<PercentileValue> percentiles(String pathId, TimeRange range) {
        return pathReports(range, " and path_id = ?", pathId).stream()
                .map(PathReport::percentiles)
                .findFirst()
                .orElseGet(() -> percentiles(new SparseHistogram(), 0));
    }

    /** Percentiles of all samples of all paths in a range, as of one population. */
    public List<PercentileValue> percentilesOfAll(TimeRange range) {
        SparseHistogram merged = new SparseHistogram();
        Map<String, SparseHistogram> histograms = histograms(range, "", totals(range, ""));
        histograms.values().forEach(merged::merge);
        long lost = totals(range, "").stream().mapToLong(Totals::lost).sum();
        return percentiles(merged, lost);
    }

    private static List<PercentileValue> percentiles(SparseHistogram histogram, long lost) {
        return Percentiles.of(histogram, lost).stream().map(PercentileValue::of).toList();
    }

    /**
     * The distribution of a path over a range, in columns of equal time.
     *
     * @param columns number of columns wanted, at most {@link #MAX_COLUMNS}; there are fewer where the range has fewer
     *     seconds
     */
    public HeatMap heatMap(String pathId, TimeRange range, int columns) {
        long seconds = Math.ceilDiv(range.toEpochNs() - range.fromEpochNs(), NS_PER_SECOND);
        long wanted = Math.clamp(columns, 1, MAX_COLUMNS);
        long columnNs = Math.ceilDiv(seconds, wanted) * NS_PER_SECOND;
        String column = "(cast(ts as long) - " + Micros.of(range.fromEpochNs()) + ") / " + columnNs / NS_PER_MICRO;
        List<Cell> cells = sql.query(
                "select " + column + " col, bucket, sum(samples) n from buckets where path_id = ? and "
                        + range.condition() + " and samples > 0 order by col, bucket",
                row -> new Cell(row.getInt("col"), row.getInt("bucket"), row.getLong("n")),
                pathId);
        return new HeatMap(
                range.fromEpochNs(),
                columnNs,
                (int) Math.ceilDiv(range.toEpochNs() - range.fromEpochNs(), columnNs),
                cells);
    }

    /** Changes in a range, the earliest first. */
    public Bounded<ChangeEntry> changes(TimeRange range) {
        Bounded<ChangeRow> rows = Bounded.of(
                sql.query(
                        "select cast(ts as long) to_ts, cast(from_ts as long) since_ts, * from changes where "
                                + range.condition() + " order by ts, change_id, name, queue limit " + (MAX_ROWS + 1),
                        ChangeRow::read),
                MAX_ROWS);
        Map<String, List<ChangeRow>> byId = new LinkedHashMap<>();
        rows.rows()
                .forEach(row -> byId.computeIfAbsent(row.entry().changeId(), id -> new ArrayList<>())
                        .add(row));
        return new Bounded<>(byId.values().stream().map(ChangeRow::whole).toList(), rows.cut());
    }

    /**
     * Effects of changes in a range, the earliest first, each at its largest look.
     *
     * @param path id of a path, or a part of its label; empty for all
     * @param knob a part of a setting's name; empty for all
     */
    public Bounded<Effect> effects(TimeRange range, String path, String knob) {
        List<Effect> all = effects("where metric is null and " + range.condition()).stream()
                .filter(each -> each.getPathId().equals(path)
                        || Paths.label(each.getPath()).contains(path))
                .filter(each -> knob.isEmpty()
                        || each.getKnobs().stream()
                                .anyMatch(differs -> differs.getName().contains(knob)))
                .toList();
        return Bounded.of(all, MAX_EFFECTS);
    }

    /** Effects that a change had a part in, or the one of this id, each at its largest look. */
    public List<Effect> effectsOf(String id, TimeRange range) {
        return effects(
                "where metric is null and " + range.condition() + " and (effect_id = ? or change_ids like ?)",
                id,
                "%" + id + "%");
    }

    /** A later look stands for all before it. */
    private List<Effect> effects(String where, String... parameters) {
        Map<String, Effect> largest = new LinkedHashMap<>();
        sql.query(
                        "select record from effects " + where + " order by ts, effect_id, look limit " + MAX_ROWS,
                        row -> EffectJson.read(row.getString("record")),
                        parameters)
                .forEach(effect -> largest.put(effect.getEffectId(), effect));
        return List.copyOf(largest.values());
    }

    private record ChangeRow(ChangeEntry entry, ChangeEntry.Knob knob) {
        static ChangeRow read(ResultSet row) throws SQLException {
            ChangeEntry entry = new ChangeEntry(
                    row.getString("change_id"),
                    Micros.toNs(row.getLong("since_ts")),
                    Micros.toNs(row.getLong("to_ts")),
                    row.getString("host"),
                    row.getString("netns"),
                    row.getString("object"),
                    row.getString("interface"),
                    row.getString("trigger"),
                    List.of(),
                    paths(row.getString("paths")),
                    row.getBoolean("simulated"));
            return new ChangeRow(
                    entry,
                    new ChangeEntry.Knob(
                            row.getString("name"),
                            row.getString("queue"),
                            row.getString("old_value"),
                            row.getString("new_value"),
                            row.getString("unit")));
        }

        private static List<ChangeEntry.Path> paths(String joined) {
            return joined == null
                    ? List.of()
                    : Stream.of(joined.split(" ")).map(ChangeRow::path).toList();
        }

        private static ChangeEntry.Path path(String text) {
            int slash = text.lastIndexOf('/');
            return new ChangeEntry.Path(text.substring(0, slash), text.substring(slash + 1));
        }

        /** The rows of one change as one. */
        static ChangeEntry whole(List<ChangeRow> rows) {
            ChangeEntry first = rows.getFirst().entry();
            return new ChangeEntry(
                    first.changeId(),
                    first.fromEpochNs(),
                    first.toEpochNs(),
                    first.host(),
                    first.netns(),
                    first.object(),
                    first.device(),
                    first.trigger(),
                    rows.stream().map(ChangeRow::knob).toList(),
                    first.paths(),
                    first.simulated());
        }
    }

    /**
     * A gauge of an interface or host in a range, the earliest first.
     *
     * @param netns network namespace; empty for the host's own
     * @param device interface; empty for what is the host's
     */
    public Bounded<GaugePoint> gauges(String host, String netns, String device, String name, TimeRange range) {
        List<String> parameters = new ArrayList<>(List.of(host, name));
        String where = isText("netns", netns, parameters) + isText("interface", device, parameters);
        return Bounded.of(
                sql.query(
                        "select cast(ts as long) start, queue, value from gauges where host = ? and name = ?" + where
                                + " and " + range.condition() + " order by ts, queue limit " + (MAX_ROWS + 1),
                        row -> new GaugePoint(
                                Micros.toNs(row.getLong("start")), row.getString("queue"), row.getDouble("value")),
                        parameters.toArray(String[]::new)),
                MAX_ROWS);
    }

    private static String isText(String column, String text, List<String> parameters) {
        if (text.isEmpty()) {
            return " and " + column + " is null";
        }
        parameters.add(text);
        return " and " + column + " = ?";
    }

    /** All settings of a host as they were at a moment; what had vanished by then is left out. */
    public List<SettingAt> settings(String host, long epochNs) {
        return sql
                .query(
                        "select cast(ts as long) since, * from settings where host = ? and ts <= " + Micros.of(epochNs)
                                + " latest on ts partition by host, netns, object, name, queue",
                        HistoryQueries::setting,
                        host)
                .stream()
                .filter(setting -> !SettingsMemory.GONE.absence().equals(setting.absence()))
                .toList();
    }

    private static SettingAt setting(ResultSet row) throws SQLException {
        return new SettingAt(
                Micros.toNs(row.getLong("since")),
                row.getString("host"),
                row.getString("netns"),
                row.getString("object"),
                row.getString("name"),
                row.getString("queue"),
                row.getString("value"),
                row.getString("unit"),
                row.getString("absence"));
    }

    /** All paths and changes of a range. */
    public Report report(TimeRange range) {
        return new Report(range, pathReports(range, ""), changes(range));
    }

    private List<PathReport> pathReports(TimeRange range, String more, String... parameters) {
        List<Totals> totals = totals(range, more, parameters);
        Map<String, SparseHistogram> histograms = histograms(range, more, totals, parameters);
        return totals.stream()
                .map(each -> each.report(histograms.getOrDefault(each.pathId(), new SparseHistogram())))
                .toList();
    }

    private List<Totals> totals(TimeRange range, String more, String... parameters) {
        return sql.query(
                "select path_id, label, count() windows, sum(duration_ns) time_ns, sum(sent) sent,"
                        + " sum(received) received, sum(lost) lost, sum(duplicated) duplicated, sum(late) late,"
                        + " sum(reordered) reordered, sum(flagged) flagged, min(min_ns) min_ns, max(max_ns) max_ns,"
                        + " sum(mean_ns * received) sum_ns, " + weighted("prober") + ", " + weighted("responder")
                        + ", sum(case when simulated then 1 else 0 end) simulated from windows where "
                        + range.condition() + more + " order by label limit " + MAX_ROWS,
                Totals::read,
                parameters);
    }

    private static String weighted(String end) {
        String busy = end + "_busy_ns_per_tx";
        return "sum(" + busy + " * received) " + end + "_busy_ns, sum(case when " + busy
                + " is null then 0 else received end) " + end + "_tx";
    }

    private Map<String, SparseHistogram> histograms(
            TimeRange range, String more, List<Totals> totals, String... parameters) {
        Map<String, List<Integer>> indices = new LinkedHashMap<>();
        Map<String, List<Long>> counts = new LinkedHashMap<>();
        sql.query(
                "select path_id, bucket, sum(samples) n from buckets where " + range.condition() + more
                        + " and samples > 0 order by path_id, bucket",
                row -> {
                    String path = row.getString("path_id");
                    indices.computeIfAbsent(path, id -> new ArrayList<>()).add(row.getInt("bucket"));
                    return counts.computeIfAbsent(path, id -> new ArrayList<>()).add(row.getLong("n"));
                },
                parameters);
        Map<String, SparseHistogram> histograms = new LinkedHashMap<>();
        for (Totals each : totals) {
            String path = each.pathId();
            if (indices.containsKey(path)) {
                histograms.put(path, each.histogram(indices.get(path), counts.get(path)));
            }
        }
        return histograms;
    }

    /** Sums over the windows of a path; null where nothing was there to sum. */
    private record Totals(
            String pathId,
            String label,
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
                    row.getString("path_id"),
                    row.getString("label"),
                    row.getLong("windows"),
                    row.getLong("time_ns"),
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
                    HistoryQueries.percentiles(histogram, lost),
                    minNs,
                    maxNs,
                    over(sumNs, received),
                    timeNs > 0 ? (double) received * NS_PER_SECOND / timeNs : null,
                    over(proberBusyNs, proberTx),
                    over(responderBusyNs, responderTx),
                    simulated);
        }

        private static Double over(Double sum, long number) {
            return sum == null || number == 0 ? null : Double.valueOf(sum / number);
        }
    }
}
