package io.ringtail.processors.history;

import io.ringtail.schemas.record.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gathers all that a report tells. Thread safe. */
final class DetailsHistory {
    private final HistoryQueries queries;
    private final Sql sql;
    private final WindowSums sums;

    DetailsHistory(HistoryQueries queries, Sql sql, WindowSums sums) {
        this.queries = queries;
        this.sql = sql;
        this.sums = sums;
    }

    /**
     * Of the paths whose id is, or whose label contains, a text; of all for an empty one.
     *
     * @param steps steps of the curves
     */
    DetailedReport of(TimeRange range, String path, Steps steps) {
        List<PathReport> paths = sums.reports(range, Optional.empty()).stream()
                .filter(each -> each.pathId().equals(path) || each.label().contains(path))
                .toList();
        Map<String, PathEnds> ends = PathEnds.of(sql, range);
        List<PathAccounts> accounts = new AccountsHistory(queries).of(range, paths, ends);
        List<PathSegments> segments = new SegmentsHistory(sql).of(range, paths);
        List<PathDetails> details = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            PathReport each = paths.get(i);
            String id = each.pathId();
            List<Effect> effects = queries.effects(range, id, "").rows();
            Optional<PathEnds> both = Optional.ofNullable(ends.get(id));
            details.add(new PathDetails(
                    each,
                    both.map(known -> new ConfigurationsHistory(queries, sql, sums).of(id, known, range, effects))
                            .orElse(List.of()),
                    effects,
                    accounts.get(i),
                    segments.get(i),
                    sums.curve(id, range, steps),
                    sums.heatMap(id, range, steps),
                    settings(both.map(PathEnds::prober), range),
                    settings(both.map(PathEnds::responder), range),
                    missing(id, range)));
        }
        return new DetailedReport(range, steps.lengthNs(), details, queries.changes(range), agents(range));
    }

    private List<SettingAt> settings(Optional<PathEnd> end, TimeRange range) {
        return end.map(known -> known.all(queries, range.toEpochNs())).orElse(List.of());
    }

    private record Row(long firstS, long lastS, String completeness, String remarks, long windows) {}

    private Missing missing(String pathId, TimeRange range) {
        List<Row> rows = sql.query(
                "select completeness, remarks, count() n, min(cast(ts as long)) first, max(cast(ts as long)) last"
                        + " from windows where path_id = ? and " + range.condition(),
                row -> new Row(
                        Math.floorDiv(row.getLong("first"), 1_000_000L),
                        Math.floorDiv(row.getLong("last"), 1_000_000L),
                        row.getString("completeness"),
                        row.getString("remarks"),
                        row.getLong("n")),
                pathId);
        if (rows.isEmpty()) {
            return new Missing(0, 0, List.of(), List.of());
        }
        Map<String, Long> byCompleteness = new TreeMap<>();
        Map<String, Long> byRemark = new TreeMap<>();
        for (Row row : rows) {
            byCompleteness.merge(row.completeness(), row.windows(), Long::sum);
            Texts.words(row.remarks()).forEach(remark -> byRemark.merge(remark, row.windows(), Long::sum));
        }
        long windows = rows.stream().mapToLong(Row::windows).sum();
        long firstS = rows.stream().mapToLong(Row::firstS).min().orElseThrow();
        long lastS = rows.stream().mapToLong(Row::lastS).max().orElseThrow();
        return new Missing(
                windows, Math.max(0, lastS - firstS + 1 - windows), counted(byCompleteness), counted(byRemark));
    }

    private static List<Missing.Counted> counted(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(each -> new Missing.Counted(each.getKey(), each.getValue()))
                .toList();
    }

    private List<AgentNote> agents(TimeRange range) {
        Map<String, AgentNote> byHost = new LinkedHashMap<>();
        sql.query(
                        "select host, netns, started_ts, last(version) version, last(state) state, last(reasons) reasons,"
                                + " max(lost) - min(lost) lost, max(stalls) - min(stalls) stalls from agents where "
                                + range.condition() + " order by host, netns, started_ts",
                        row -> new AgentNote(
                                row.getString("host"),
                                row.getString("netns"),
                                row.getString("version"),
                                row.getString("state"),
                                row.getString("reasons"),
                                row.getLong("lost"),
                                row.getLong("stalls")))
                .forEach(each -> byHost.merge(each.host() + " " + each.netns(), each, DetailsHistory::later));
        return List.copyOf(byHost.values());
    }

    /** A later start of an agent stands, with what both lost. */
    private static AgentNote later(AgentNote earlier, AgentNote later) {
        return new AgentNote(
                later.host(),
                later.netns(),
                later.version(),
                later.state(),
                later.reasons(),
                earlier.lost() + later.lost(),
                earlier.stalls() + later.stalls());
    }
}
