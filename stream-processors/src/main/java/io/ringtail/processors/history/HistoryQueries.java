package io.ringtail.processors.history;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Effect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Questions to the history, bounded in rows and time. Percentiles come from summed buckets, never from other percentiles.
 * Thread safe; each call uses a connection of its own and throws {@link HistoryException} while the store is away.
 */
public final class HistoryQueries {
    /** Rows that a list has at most. */
    public static final int MAX_ROWS = 100_000;

    /** Columns that a heat map has at most. */
    public static final int MAX_COLUMNS = 2_000;

    /** Steps of a report's curves where nothing is said. */
    public static final int USUAL_STEPS = 240;

    /** Effects that a list has at most. */
    public static final int MAX_EFFECTS = 1_000;

    private final Sql sql;
    private final WindowSums sums;

    /** Of a store, which the caller closes. */
    public HistoryQueries(HistoryStore store) {
        this.sql = new Sql(store);
        this.sums = new WindowSums(sql, new Rollups(sql));
    }

    /** Questions about shifts and associations. */
    public TailQueries tail() {
        return new TailQueries(sql);
    }

    /** Questions about alerts. */
    public AlertQueries alerts() {
        return new AlertQueries(sql);
    }

    /** All round trips of a path in a range. */
    SparseHistogram histogram(String pathId, TimeRange range) {
        return sums.histogram(pathId, range);
    }

    /** Questions about one knob over many epochs. */
    public KnobHistory knobs() {
        return new KnobHistory(this);
    }

    /** Paths that have windows in a range, by label. */
    public List<PathSeen> paths(TimeRange range) {
        return sums.paths(range);
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
        return sums.reports(range, Optional.of(pathId)).stream()
                .map(PathReport::percentiles)
                .findFirst()
                .orElseGet(() -> WindowSums.percentiles(new SparseHistogram(), 0));
    }

    /** Percentiles of all samples of all paths in a range, as of one population. */
    public List<PercentileValue> percentilesOfAll(TimeRange range) {
        return sums.percentilesOfAll(range);
    }

    /**
     * Totals and percentiles of a path over a range, in steps of equal time; steps without a window are left out.
     *
     * @param points number of steps wanted, at most {@link #MAX_COLUMNS}; there may be fewer: steps are whole seconds,
     *     minutes or hours
     */
    public List<CurvePoint> curve(String pathId, TimeRange range, int points) {
        return sums.curve(pathId, range, Steps.of(range, points));
    }

    /**
     * The distribution of a path over a range, in columns of equal time.
     *
     * @param columns number of columns wanted, at most {@link #MAX_COLUMNS}; there may be fewer: columns are whole seconds, minutes or hours
     */
    public HeatMap heatMap(String pathId, TimeRange range, int columns) {
        return sums.heatMap(pathId, range, Steps.of(range, columns));
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
            return Texts.words(joined).stream().map(ChangeRow::path).toList();
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

    /**
     * All that a report tells.
     *
     * @param path id of a path, or a part of its label; empty for all
     * @param step length of the curves' steps: whole seconds, from a minute on whole minutes, from an hour on whole
     *     hours; empty for about {@link #USUAL_STEPS} steps
     * @throws IllegalArgumentException if the step is none or too short for the range, saying what would do
     */
    public DetailedReport details(TimeRange range, String path, Optional<Duration> step) {
        Steps steps = step.map(length -> Steps.every(range, length)).orElseGet(() -> Steps.of(range, USUAL_STEPS));
        return new DetailsHistory(this, sql, sums).of(range, path, steps);
    }

    /** All paths and changes of a range. */
    public Report report(TimeRange range) {
        return new Report(range, sums.reports(range, Optional.empty()), changes(range));
    }
}
