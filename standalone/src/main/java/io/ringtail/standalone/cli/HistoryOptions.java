package io.ringtail.standalone.cli;

import io.ringtail.processors.history.HistoryQueries;
import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.TimeRange;
import io.ringtail.standalone.HistoryAccess;
import io.ringtail.standalone.Logs;
import io.ringtail.standalone.config.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options of every command that asks the history. */
abstract class HistoryOptions extends Common {
    @Option(names = "--json", description = "Print JSON.")
    protected boolean json;

    @Option(
            names = "--last",
            paramLabel = "TIME",
            description =
                    "How far back: 15m, 24h, 7d (default 15m; effects, alerts: 24h; compare: 30d; explain: 365d).")
    private String last;

    @Option(
            names = "--from",
            paramLabel = "MOMENT",
            description = "Start instead of --last: 2026-01-31, 2026-01-31T09:30, 2026-01-31T09:30:00+01:00; UTC where"
                    + " no zone is said.")
    private String from;

    @Option(names = "--to", paramLabel = "MOMENT", description = "End, written likewise (default now).")
    private String to;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Data directory of the ringtail up or serve that runs here (default ./ringtail-data).")
    void dataDir(String value) {
        set("ringtail.data-dir", value);
    }

    @Option(names = "--pg-port", paramLabel = "PORT", description = "Its PG wire port (default 8812).")
    void pgPort(String value) {
        set("ringtail.history.pg-port", value);
    }

    @Option(names = "--history", paramLabel = "HOST", description = "A QuestDB server that keeps the history.")
    void history(String value) {
        set("ringtail.history.server", value);
    }

    /** Asks and prints. */
    final Integer ask(Function<HistoryQueries, Function<TimeRange, String>> question) {
        Logs.level("io.ringtail", "WARN");
        TimeRange range = range();
        try (HistoryStore store = HistoryAccess.open(settings().config())) {
            terminal()
                    .result(question.apply(new HistoryQueries(store))
                            .apply(range)
                            .stripTrailing());
        }
        return 0;
    }

    /** Another name of {@code --last}. */
    protected final void setLast(String value) {
        last = value;
    }

    /** How far back where nothing is said. */
    protected String usualLast() {
        return "15m";
    }

    private TimeRange range() {
        Instant end = to == null ? Instant.now() : moment("--to", to);
        if (from == null) {
            return TimeRange.last(length(), end);
        }
        if (last != null) {
            throw usage("--from and --last both say where the time starts: leave one out");
        }
        Instant start = moment("--from", from);
        if (!start.isBefore(end)) {
            throw usage("--from " + start + " is not before --to " + end);
        }
        return TimeRange.last(Duration.between(start, end), end);
    }

    private Instant moment(String option, String text) {
        try {
            return Moments.parse(text);
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    private Duration length() {
        Duration length = duration("--last", last == null ? usualLast() : last);
        if (length.isZero()) {
            throw usage("--last: there is nothing in no time");
        }
        return length;
    }

    /** A duration that an option gives. */
    protected final Duration duration(String option, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }
}
