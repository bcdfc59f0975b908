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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The accounts of each path over a range of time, by the settings at its end. Thread safe. */
final class AccountsHistory {
    /** The end of a path in words: probe, bytes, and how requests are scheduled. */
    private static final Pattern LABEL = Pattern.compile(" (\\S+) (\\d+)/(\\d+) (?:closed x(\\d+)|\\d+/s.*)$");

    private static final String EXPIRED = "the windows by the second have expired, and sums do not name the ends";

    private final HistoryQueries queries;

    AccountsHistory(HistoryQueries queries) {
        this.queries = queries;
    }

    /** Of each path of a report; ends by the paths' ids. */
    List<PathAccounts> of(TimeRange range, List<PathReport> paths, Map<String, PathEnds> ends) {
        return paths.stream()
                .map(path -> of(range, path, ends.get(path.pathId())))
                .toList();
    }

    private PathAccounts of(TimeRange range, PathReport path, PathEnds ends) {
        Matcher label = LABEL.matcher(path.label());
        if (!label.find()) {
            return new PathAccounts(path.pathId(), path.label(), null, "the path's kind is not known");
        }
        if (ends == null) {
            return new PathAccounts(path.pathId(), path.label(), null, EXPIRED);
        }
        AccountsOrReason made = AccountsOrReason.of(facts(range, path, label, ends));
        return new PathAccounts(path.pathId(), path.label(), made.accounts(), made.absence());
    }

    private RoundTripFacts facts(TimeRange range, PathReport path, Matcher label, PathEnds ends) {
        ProbeKind probe = ProbeKind.valueOf(label.group(1).toUpperCase(Locale.ROOT));
        boolean closed = label.group(4) != null;
        return new RoundTripFacts(
                closed ? Schedule.CLOSED : Schedule.OPEN,
                closed ? Integer.parseInt(label.group(4)) : 1,
                path.meanNs(),
                closed ? queries.histogram(path.pathId(), range) : new SparseHistogram(),
                Frames.wireBytes(probe, Integer.parseInt(label.group(2))),
                Frames.wireBytes(probe, Integer.parseInt(label.group(3))),
                facts(ends.prober(), range, path.proberBusyNsPerTx()),
                facts(ends.responder(), range, path.responderBusyNsPerTx()));
    }

    private EndFacts facts(PathEnd end, TimeRange range, Double busyNs) {
        return new EndFacts(busyNs, end.settings(queries, range.toEpochNs()));
    }
}
