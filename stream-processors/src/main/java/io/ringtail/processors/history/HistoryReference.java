package io.ringtail.processors.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The reference of the history's tables in Markdown, from their one declaration. Pure. */
public final class HistoryReference {
    private static final String HEAD = """
            # Reference: the history's tables

            Generated from `HistoryTable`; a test fails when it is stale. QuestDB answers SQL over PG wire (psql, Grafana) as the
            users `ringtail` (everything) and `reader` (reading only); their passwords are in the files `password` and
            `reader-password` of the history's directory.

            Rows with equal keys replace each other. Moments are microseconds; names ending in `_ns` are nanoseconds. What is not
            known is null, never 0.

            Percentiles of any range and any set of paths come from summed buckets, by nearest rank:

            ```sql
            SELECT bucket, high_ns, sum(samples) AS samples
            FROM buckets
            WHERE ts >= dateadd('m', -15, now()) AND samples > 0
            ORDER BY bucket;
            ```

            The percentile is the `high_ns` of the first row at which the running sum of `samples` reaches the rank.
            """;

    private static final String SUMS = """

            ## Sums by minute and hour

            The store sums up `windows`, `buckets` and `gauges` by the minute (`windows_1m`, `buckets_1m`, `gauges_1m`; each minute)
            and by the hour (`windows_1h`, `buckets_1h`, `gauges_1h`; every five minutes), late windows and later revisions included.
            They are kept longer than the seconds. `ts` is the start of the minute or hour; a column that is not named here means
            what it means in the table that is summed up.

            | views | column | type | unit | meaning |
            |---|---|---|---|---|
            | `windows_1m`, `windows_1h` | `windows` | long | count | Windows summed up. |
            | | `duration_ns`, `sent`, `received`, `lost`, `duplicated`, `late`, `reordered`, `flagged` | long | as there | Their sums. |
            | | `min_ns`, `max_ns` | long | ns | Shortest and longest round trip, exact; null without any. |
            | | `sum_ns` | double | ns | Sum of all round trips: over `received`, their mean. |
            | | `prober_busy_ns`, `responder_busy_ns` | double | ns | CPU time of the end in the windows where it is known. |
            | | `prober_tx`, `responder_tx` | long | round trips | Round trips of those windows: CPU time over them is the service demand. |
            | `buckets_1m`, `buckets_1h` | `samples` | long | round trips | Sum of the bucket's samples. |
            | `gauges_1m`, `gauges_1h` | `samples` | long | count | Values summed up. |
            | | `sum`, `min`, `max` | double | the gauge's | Sum, least and largest of them; sum over samples is the mean. |
            """;

    private HistoryReference() {}

    /** The whole page. */
    public static String markdown() {
        return HEAD
                + Arrays.stream(HistoryTable.values())
                        .map(HistoryReference::table)
                        .collect(Collectors.joining())
                + SUMS;
    }

    private static String table(HistoryTable table) {
        String kept = table.expires() ? "Kept for the history's retention." : "Kept for good.";
        return "\n## " + table.sqlName() + "\n\n" + table.doc() + " " + kept + "\n\n"
                + "| column | type | key | unit | meaning |\n|---|---|---|---|---|\n"
                + table.columns().stream().map(HistoryReference::column).collect(Collectors.joining());
    }

    private static String column(HistoryColumn column) {
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %s | %s |\n",
                column.name(),
                column.type().name().toLowerCase(Locale.ROOT),
                column.key() ? "key" : "",
                column.unit(),
                column.doc());
    }
}
