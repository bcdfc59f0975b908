package io.ringtail.processors.history;

import static io.ringtail.processors.history.ColumnType.DOUBLE;
import static io.ringtail.processors.history.ColumnType.INT;
import static io.ringtail.processors.history.ColumnType.LONG;
import static io.ringtail.processors.history.ColumnType.SYMBOL;
import static io.ringtail.processors.history.ColumnType.VARCHAR;
import static io.ringtail.processors.history.HistoryColumn.flag;
import static io.ringtail.processors.history.HistoryColumn.key;
import static io.ringtail.processors.history.HistoryColumn.moment;
import static io.ringtail.processors.history.HistoryColumn.number;
import static io.ringtail.processors.history.HistoryColumn.text;

import java.util.List;
import java.util.Locale;

/**
 * The tables of the history, declared once: rows, SQL and the reference follow this. A column is added at the end of its
 * table, together with a migration. The first column of every table is its designated timestamp.
 */
public enum HistoryTable {
    /** Seconds of paths. */
    WINDOWS(
            "One second of one path. A later revision replaces the earlier one; percentiles of longer ranges come from"
                    + " the table buckets, never from averages of these.",
            true,
            List.of(
                    moment("ts", true, "Start of the window, by the cluster's time line."),
                    key("path_id", SYMBOL, "Id of the path."),
                    text("label", SYMBOL, "The path in words."),
                    text("prober_host", SYMBOL, "Host that sends the requests."),
                    text("prober_netns", SYMBOL, "Its network namespace; null for the host's own."),
                    text("prober_interface", SYMBOL, "Interface that the requests leave by."),
                    text("responder_host", SYMBOL, "Host that replies."),
                    text("responder_netns", SYMBOL, "Its network namespace; null for the host's own."),
                    text(
                            "responder_interface",
                            SYMBOL,
                            "Interface that the replies leave by; null where it is not known."),
                    text("probe", SYMBOL, "Kind of probe: UDP_RR, TCP_RR, ICMP, XSK_RR."),
                    text("schedule", SYMBOL, "OPEN or CLOSED loop; the two are never compared."),
                    number("revision", INT, "count", "Revision that this row is; the highest stands."),
                    text(
                            "completeness",
                            SYMBOL,
                            "PROBER_ONLY, COMPLETE, RESPONDER_MISSING or PROBER_SILENT, as in the windows' schema."),
                    text("epoch_id", SYMBOL, "Epoch that it belongs to; null while settings change or are not known."),
                    number("duration_ns", LONG, "ns", "Length of the window."),
                    number("sent", LONG, "requests", "Requests intended in the window."),
                    number("received", LONG, "round trips", "Requests answered in time."),
                    number("lost", LONG, "requests", "Requests not answered within the timeout."),
                    number("duplicated", LONG, "replies", "Replies that came again."),
                    number("late", LONG, "replies", "Replies that came after their request had counted as lost."),
                    number("reordered", LONG, "replies", "Replies that came before that of an earlier request."),
                    number("flagged", LONG, "round trips", "Samples touched by a pause of the prober or a clock step."),
                    number("min_ns", LONG, "ns", "Shortest round trip, exact; null without any."),
                    number("max_ns", LONG, "ns", "Longest round trip, exact; null without any."),
                    number("mean_ns", DOUBLE, "ns", "Mean round trip, exact; null without any."),
                    number("p50_ns", LONG, "ns", "Median; null with too few samples or too much loss for it."),
                    number("p90_ns", LONG, "ns", "90th percentile; null likewise."),
                    number("p95_ns", LONG, "ns", "95th percentile; null likewise."),
                    number("p99_ns", LONG, "ns", "99th percentile; null likewise."),
                    number("p999_ns", LONG, "ns", "99.9th percentile; null likewise."),
                    number("tps", DOUBLE, "1/s", "Answered requests per second; null where it is not known."),
                    number(
                            "prober_busy_ns_per_tx",
                            DOUBLE,
                            "ns",
                            "Service demand of the prober: its host's busy CPU time per transaction; null if unknown."),
                    number("prober_thread_ns_per_tx", DOUBLE, "ns", "CPU time of the probe's own thread likewise."),
                    number(
                            "responder_busy_ns_per_tx",
                            DOUBLE,
                            "ns",
                            "Service demand of the responder; null if unknown."),
                    number("responder_thread_ns_per_tx", DOUBLE, "ns", "CPU time of the reflector's thread likewise."),
                    text("remarks", VARCHAR, "What to know before using it, separated by blanks; null for nothing."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Histograms of windows. */
    BUCKETS(
            "The round trips of a window by bucket of the one fixed layout (HdrHistogram, 2 significant digits, 1 ns to"
                    + " 2^36 ns): sums over any range of time and paths are that range's histogram.",
            true,
            List.of(
                    moment("ts", true, "Start of the window, by the cluster's time line."),
                    key("path_id", SYMBOL, "Id of the path."),
                    new HistoryColumn("bucket", INT, true, "index", "Index of the bucket in the layout."),
                    number("low_ns", LONG, "ns", "Lowest value of the bucket."),
                    number("high_ns", LONG, "ns", "Highest value of the bucket."),
                    number(
                            "samples",
                            LONG,
                            "round trips",
                            "Samples in the bucket; 0 where a later revision of the window has none any more."))),
    /** Segments of stamped round trips. */
    SEGMENTS(
            "Where the time of round trips goes: the segments of those that were stamped by the kernels, by bucket of the"
                    + " same layout. The segments of a round trip add up to it.",
            true,
            List.of(
                    moment("ts", true, "Start of the window, by the cluster's time line."),
                    key("path_id", SYMBOL, "Id of the path."),
                    key(
                            "segment",
                            SYMBOL,
                            "SCHEDULE, SEND, WIRE, RESPONDER_WAKE_UP, RESPONDER_SEND, PROBER_WAKE_UP, as in the"
                                    + " windows' schema."),
                    new HistoryColumn("bucket", INT, true, "index", "Index of the bucket in the layout."),
                    number("low_ns", LONG, "ns", "Lowest value of the bucket."),
                    number("high_ns", LONG, "ns", "Highest value of the bucket."),
                    number("samples", LONG, "round trips", "Stamped round trips in the bucket."))),
    /** Gauges. */
    GAUGES(
            "What moves by itself on a host: interrupts, softirqs, softnet, queues, byte queue limits.",
            true,
            List.of(
                    moment("ts", true, "Start of the second that was measured, by the cluster's time line."),
                    key("host", SYMBOL, "Host."),
                    key("netns", SYMBOL, "Network namespace; null for the host's own."),
                    key("interface", SYMBOL, "Interface; null for what is the host's."),
                    key("queue", SYMBOL, "Queue: rx-0, tx-3; null for what is the whole interface's or host's."),
                    key("name", SYMBOL, "Name in the knob catalogue."),
                    number("value", DOUBLE, "the knob catalogue's for this name", "Value."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Changes, a row per knob. */
    CHANGES(
            "Differences of settings, a row for each setting that differs; rows of one change have one change_id.",
            false,
            List.of(
                    moment("ts", true, "First read of the new value, by the cluster's time line."),
                    key("change_id", VARCHAR, "Id of the change."),
                    key("name", SYMBOL, "Name of the setting in the knob catalogue."),
                    key("queue", SYMBOL, "Queue that it belongs to; null where it is the whole object's."),
                    moment("from_ts", false, "Last read of the old value, by the cluster's time line."),
                    text("host", SYMBOL, "Host."),
                    text("netns", SYMBOL, "Network namespace; null for the host's own."),
                    text("object", SYMBOL, "Object: host, netns, interface:NAME, probe:NAME, reflector:NAME."),
                    text("interface", SYMBOL, "Interface; null where the object is none and is bound to none."),
                    text("old_value", VARCHAR, "Value before; null where it was not known."),
                    text("new_value", VARCHAR, "Value after; null where it is not known."),
                    text("unit", SYMBOL, "Unit of both values; null for names and flags."),
                    text("trigger", SYMBOL, "How it was noticed: START, NOTIFICATION, REREAD."),
                    text(
                            "paths",
                            VARCHAR,
                            "Ids of paths that use the object, each with /PROBER or /RESPONDER; null for none."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Epochs. */
    EPOCHS(
            "Times in which all settings of both ends of a path were constant; each lasts until the path's next one.",
            false,
            List.of(
                    moment("ts", true, "Start: the end of the change before it, by the cluster's time line."),
                    key("path_id", SYMBOL, "Id of the path."),
                    key("epoch_id", VARCHAR, "Id of the epoch."),
                    text(
                            "change_ids",
                            VARCHAR,
                            "Changes that ended the epoch before it, separated by blanks; null if none."),
                    text("prober_settings_id", VARCHAR, "Digest of the prober's settings."),
                    text("responder_settings_id", VARCHAR, "Digest of the responder's settings; null if not known."),
                    flag(
                            "reverted",
                            "True when those changes undid each other: the settings are what they were before."))),
    /** Shifts that nobody announced. */
    SHIFTS(
            "Shifts of paths that nobody announced: the settings of both ends stayed as they were.",
            false,
            List.of(
                    moment("ts", true, "Start of the first window after it, within 10 s."),
                    key("shift_id", VARCHAR, "Id of the shift."),
                    text("path_id", SYMBOL, "Id of the path."),
                    text("label", SYMBOL, "The path in words."),
                    text("metric", SYMBOL, "What shifted: P99, P50, LOSS."),
                    moment("found_ts", false, "Start of the newest window when it was found."),
                    number("before", DOUBLE, "ns or share", "The median window before it."),
                    number("after", DOUBLE, "ns or share", "The median window after it."),
                    number("size", DOUBLE, "ratio or share", "After over before; after minus before for loss."),
                    number("size_low", DOUBLE, "ratio or share", "Lower end of its 95 % interval."),
                    number("size_high", DOUBLE, "ratio or share", "Upper end of its 95 % interval."),
                    number("p", DOUBLE, "probability", "Of the permutation test."),
                    text("suspects", VARCHAR, "Suspects in words, the first most suspicious; null for none."),
                    text("record", VARCHAR, "The whole record as JSON."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Alerts. */
    ALERTS(
            "Alerts, one row from firing to resolved; kept for good.",
            false,
            List.of(
                    moment("ts", true, "Since when it fired."),
                    key("alert_id", VARCHAR, "Id of the alert: the same each time that it fires."),
                    text("rule", SYMBOL, "Name of the rule."),
                    text("severity", SYMBOL, "INFO, WARNING, CRITICAL."),
                    text("state", SYMBOL, "FIRING or RESOLVED."),
                    moment("resolved_ts", false, "When it was resolved; null while it fires."),
                    text("subject", VARCHAR, "What it is about, in words: a path, or host and interface."),
                    text("host", SYMBOL, "Host; null where it is about a path."),
                    text("interface", SYMBOL, "Interface; null where it is about a path or a whole host."),
                    text("path", SYMBOL, "The path in words; null where it is not about one."),
                    text("summary", VARCHAR, "What was found, with the values when it fired."),
                    number("value", DOUBLE, "as told by unit", "The value that fired; null where there is none."),
                    number("threshold", DOUBLE, "as told by unit", "What it was compared with; null likewise."),
                    text("unit", SYMBOL, "Unit of both; null likewise."),
                    text("about", VARCHAR, "Id of the effect, shift or change that it tells of; null for others."),
                    text("resolution", VARCHAR, "Why it was resolved; null while it fires."),
                    text("labels", VARCHAR, "Its labels as JSON."),
                    text("transition_id", VARCHAR, "Id of its last transition, as delivered."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Gauges that move with the tail. */
    ASSOCIATIONS(
            "Gauges that move with the tail of a path, every minute over the last 20 minutes, within epochs. Association,"
                    + " never cause.",
            true,
            List.of(
                    moment("ts", true, "End of the time that was looked at."),
                    key("path_id", SYMBOL, "Id of the path."),
                    key("end", SYMBOL, "End that the gauge belongs to: PROBER, RESPONDER."),
                    key("name", SYMBOL, "Name in the knob catalogue."),
                    key("over_queues", SYMBOL, "How queues were combined: max; null where it is the whole end's."),
                    text("label", SYMBOL, "The path in words."),
                    text("high", VARCHAR, "When the gauge counts as high."),
                    number("time_high", DOUBLE, "share", "Share of the windows in which it is high."),
                    number("tail_in_high", DOUBLE, "share", "Share of the tail that falls in them; null without any."),
                    number("lift", DOUBLE, "ratio", "How much likelier the tail is while it is high; null if unknown."),
                    number("lift_low", DOUBLE, "ratio", "Lower end of its 95 % interval; null likewise."),
                    number("lift_high", DOUBLE, "ratio", "Upper end of its 95 % interval; null likewise."),
                    number("lag", INT, "windows", "By how many the gauge comes before the tail; below 0 after it."),
                    number("correlation", DOUBLE, "number", "Spearman's rank correlation at that lag."),
                    number("correlation_low", DOUBLE, "number", "Lower end of its 95 % interval; null if unknown."),
                    number("correlation_high", DOUBLE, "number", "Upper end of its 95 % interval; null likewise."),
                    number("p", DOUBLE, "probability", "Of no association."),
                    number("adjusted_p", DOUBLE, "probability", "The same after Benjamini and Hochberg."),
                    number("given_load", DOUBLE, "number", "Partial correlation given packets/s; null if unknown."),
                    number("given_load_p", DOUBLE, "probability", "Its p; null likewise."),
                    number("windows", INT, "count", "Windows that were looked at."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Effects of changes. */
    EFFECTS(
            "What changes did to paths: for each look at an effect a row for each metric, and one without a metric for"
                    + " the effect as a whole. The largest look of an effect stands.",
            false,
            List.of(
                    moment("ts", true, "Start of the epoch after the change, by the cluster's time line."),
                    key("effect_id", VARCHAR, "Id of the effect, the same at every look."),
                    new HistoryColumn(
                            "look", INT, true, "windows", "Windows a side that were compared; 0 for too few."),
                    key("metric", SYMBOL, "Metric, as in the effects' schema; null for the effect as a whole."),
                    text("path_id", SYMBOL, "Id of the path."),
                    text("label", SYMBOL, "The path in words."),
                    text("change_ids", VARCHAR, "Changes that were made, separated by blanks."),
                    text("knobs", VARCHAR, "Every setting that differs, with both values; null for none."),
                    flag("confounded", "True when several knobs differ, so that nothing can tell which it was."),
                    number("last_look", INT, "windows", "The largest look that the windows before allow."),
                    text("unit", SYMBOL, "Unit of the metric's values; null for the whole."),
                    number("before", DOUBLE, "the metric's", "Before the change; null where it is not known."),
                    number("after", DOUBLE, "the metric's", "After the change; null likewise."),
                    number("difference", DOUBLE, "the metric's", "After minus before; null likewise."),
                    number("low", DOUBLE, "the metric's", "Lower end of its 95 % interval; null likewise."),
                    number("high", DOUBLE, "the metric's", "Upper end of its 95 % interval; null likewise."),
                    number("ratio", DOUBLE, "ratio", "After over before; null likewise."),
                    number("p", DOUBLE, "probability", "Two-sided p-value of the metric alone; null if not tested."),
                    number("adjusted_p", DOUBLE, "probability", "After Holm's adjustment; null if not tested."),
                    flag("significant", "True when the metric moved; for the whole when any did."),
                    text("verdict", SYMBOL, "Verdict on the metric, or on the whole, as in the effects' schema."),
                    text("provisional", VARCHAR, "Why the verdict may still change; null where it is final."),
                    text("remarks", VARCHAR, "What else to know, separated by semicolons; null for nothing."),
                    text("record", VARCHAR, "The whole record as JSON; null in the metrics' rows."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Values of settings. */
    SETTINGS(
            "Values of settings, a row whenever a value begins to hold; it holds until the setting's next row.",
            false,
            List.of(
                    moment("ts", true, "First read of the value, by the cluster's time line."),
                    key("host", SYMBOL, "Host."),
                    key("netns", SYMBOL, "Network namespace; null for the host's own."),
                    key("object", SYMBOL, "Object: host, netns, interface:NAME, probe:NAME, reflector:NAME."),
                    key("name", SYMBOL, "Name in the knob catalogue."),
                    key("queue", SYMBOL, "Queue that it belongs to; null where it is the whole object's."),
                    text("value", VARCHAR, "Value in the catalogue's unit; null where it could not be read."),
                    text("unit", SYMBOL, "Unit of the value; null for names and flags."),
                    text("absence", SYMBOL, "Why the value is absent; gone where the setting or its object vanished."),
                    flag("simulated", "True when a simulator made the data."))),
    /** Agents' heartbeats. */
    AGENTS(
            "Health of the agents, a row for each heartbeat.",
            true,
            List.of(
                    moment("ts", true, "Time of the heartbeat, by the cluster's time line."),
                    key("host", SYMBOL, "Host."),
                    key("netns", SYMBOL, "Network namespace; null for the host's own."),
                    text("version", SYMBOL, "Version of Ringtail."),
                    moment("started_ts", false, "Start of the agent, by its host's clock."),
                    number("heartbeat", LONG, "count", "Number of the heartbeat since the start, from 0."),
                    text("state", SYMBOL, "Worst state among its sources: OK, DEGRADED, UNAVAILABLE, FAILED."),
                    text("reasons", VARCHAR, "What is missing and why, by source; null when all is well."),
                    number("sampled", LONG, "records", "Records made since the start."),
                    number("delivered", LONG, "records", "Records acknowledged since the start."),
                    number("lost", LONG, "records", "Records given up since the start."),
                    number("stalls", LONG, "count", "Pauses of the agent itself longer than 10 ms since the start."),
                    number("clock_offset_ns", LONG, "ns", "Its clock minus the cluster's; null before it is measured."),
                    number("clock_error_ns", LONG, "ns", "Bound of the offset's error; null likewise.")));

    private final String doc;
    private final boolean expires;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<HistoryColumn> columns;

    HistoryTable(String doc, boolean expires, List<HistoryColumn> columns) {
        this.doc = doc;
        this.expires = expires;
        this.columns = columns;
    }

    /** Name in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a row of it is. */
    public String doc() {
        return doc;
    }

    /** Whether rows are dropped after the history's retention; what is rare and explains the rest is kept for good. */
    public boolean expires() {
        return expires;
    }

    /** Its columns in their order, the designated timestamp first. */
    public List<HistoryColumn> columns() {
        return columns;
    }

    /** Position of a column. */
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("the table " + sqlName() + " has no column " + column);
    }
}
