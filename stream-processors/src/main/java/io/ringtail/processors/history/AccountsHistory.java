package io.ringtail.processors.history;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.accounts.AccountsOrReason;
import io.ringtail.processors.analysis.accounts.EndFacts;
import io.ringtail.processors.analysis.accounts.Frames;
import io.ringtail.processors.analysis.accounts.RoundTripFacts;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The accounts of each path over a range of time, by the settings at its end. Thread safe. */
final class AccountsHistory {
    /** The end of a path in words: probe, bytes, and how requests are scheduled. */
    private static final Pattern LABEL = Pattern.compile(" (\\S+) (\\d+)/(\\d+) (?:closed x(\\d+)|\\d+/s.*)$");

    private final HistoryQueries queries;
    private final Sql sql;

    AccountsHistory(HistoryQueries queries, Sql sql) {
        this.queries = queries;
        this.sql = sql;
    }

    /** Of each path of a report. */
    List<PathAccounts> of(TimeRange range, List<PathReport> paths) {
        return paths.stream().map(path -> of(range, path)).toList();
    }

    private PathAccounts of(TimeRange range, PathReport path) {
        Matcher label = LABEL.matcher(path.label());
        if (!label.find()) {
            return new PathAccounts(path.pathId(), path.label(), null, "the path's kind is not known");
        }
        AccountsOrReason made = AccountsOrReason.of(facts(range, path, label));
        return new PathAccounts(path.pathId(), path.label(), made.accounts(), made.absence());
    }

    private RoundTripFacts facts(TimeRange range, PathReport path, Matcher label) {
        ProbeKind probe = ProbeKind.valueOf(label.group(1).toUpperCase(Locale.ROOT));
        boolean closed = label.group(4) != null;
        return new RoundTripFacts(
                closed ? Schedule.CLOSED : Schedule.OPEN,
                closed ? Integer.parseInt(label.group(4)) : 1,
                path.meanNs(),
                closed ? queries.histogram(path.pathId(), range) : new SparseHistogram(),
                Frames.wireBytes(probe, Integer.parseInt(label.group(2))),
                Frames.wireBytes(probe, Integer.parseInt(label.group(3))),
                facts(end(path.pathId(), range, true), range, path.proberBusyNsPerTx()),
                facts(end(path.pathId(), range, false), range, path.responderBusyNsPerTx()));
    }

    private EndFacts facts(PathEnd end, TimeRange range, Double busyNs) {
        return new EndFacts(busyNs, end.settings(queries, range.toEpochNs()));
    }

    private PathEnd end(String pathId, TimeRange range, boolean prober) {
        String prefix = prober ? "prober" : "responder";
        return sql.query(
                        "select " + prefix + "_host host, " + prefix + "_netns netns, " + prefix
                                + "_interface device from windows where path_id = ? and " + range.condition()
                                + " limit 1",
                        row -> new PathEnd(
                                prober,
                                row.getString("host"),
                                Objects.requireNonNullElse(row.getString("netns"), ""),
                                Objects.requireNonNullElse(row.getString("device"), "")),
                        pathId)
                .getFirst();
    }
}
