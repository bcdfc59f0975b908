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

    private HistoryReference() {}

    /** The whole page. */
    public static String markdown() {
        return HEAD
                + Arrays.stream(HistoryTable.values())
                        .map(HistoryReference::table)
                        .collect(Collectors.joining());
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
