package io.ringtail.dashboards;

import java.util.List;
import java.util.stream.Collectors;

/**
 * SQL on the history that boards share. Steps of time are whole seconds, as long as Grafana's interval; from a minute on
 * the sums by the minute answer, from an hour on those by the hour. Percentiles come from summed buckets by nearest rank,
 * and are absent with fewer than 10 samples beyond them or more loss than their tail, as everywhere in Ringtail.
 */
public final class HistorySql {
    /** Start of the step that a row's {@code ts} is in. */
    public static final String TIME =
            "cast(cast(ts as long) / ($__interval_ms * 1000) * ($__interval_ms * 1000) as timestamp)";

    private static final int WHOLE = 10_000;

    /** Percentiles, in hundredths of a percent, and their names. */
    private static final List<Rank> RANKS =
            List.of(new Rank(5_000, "p50"), new Rank(9_000, "p90"), new Rank(9_900, "p99"), new Rank(9_990, "p99.9"));

    private record Rank(int hundredths, String name) {
        String of(String count) {
            return "(" + count + " * " + hundredths + " + " + (WHOLE - 1) + ") / " + WHOLE;
        }

        String column() {
            return name.replace(".", "");
        }

        String value() {
            return "min(CASE WHEN upto >= " + of("total") + " THEN high_ns END) AS " + column();
        }

        String told() {
            return "CASE WHEN n - " + of("n") + " >= 10 AND lost * " + WHOLE + " <= " + (WHOLE - hundredths)
                    + " * (n + lost) THEN least(" + column() + ", max_ns) END AS \"" + name + "\"";
        }
    }

    private HistorySql() {}

    /**
     * Rows of a table by the second, or of its sums by the minute or hour, whichever fits the interval. Every column is to
     * be used: QuestDB 9.3.4 trips over its own assertions where a union's columns are not.
     */
    private static String levels(String table, String seconds, String sums, String where) {
        return "(SELECT " + seconds + " FROM " + table + " WHERE $__timeFilter(ts) AND $__interval_ms < 60000 AND "
                + where
                + "\n  UNION ALL SELECT " + sums + " FROM " + table
                + "_1m WHERE $__timeFilter(ts) AND $__interval_ms >= 60000 AND $__interval_ms < 3600000 AND " + where
                + "\n  UNION ALL SELECT " + sums + " FROM " + table
                + "_1h WHERE $__timeFilter(ts) AND $__interval_ms >= 3600000 AND " + where + ")";
    }

    /** Lost requests and longest round trips of windows of a condition. */
    private static String losses(String where) {
        return levels("windows", "ts, lost, max_ns", "ts, lost, max_ns", where);
    }

    /** Transactions per second and lost share of each step. */
    public static Query transactions(String where) {
        String columns = "ts, duration_ns, sent, received, lost";
        return Query.series("""
                SELECT %s AS time, sum(received) * 1e9 / sum(duration_ns) AS "transactions/s", sum(lost) * 1.0 / sum(sent) AS "lost"
                FROM %s
                WHERE sent > 0 GROUP BY time ORDER BY time
                """.formatted(TIME, levels("windows", columns, columns, where)));
    }

    /** CPU time per transaction of both ends of each step, over the windows where it is known. */
    public static Query demand(String where) {
        return Query.series("""
                SELECT %s AS time, sum(prober_busy_ns) / sum(prober_tx) AS "prober", sum(responder_busy_ns) / sum(responder_tx) AS "responder"
                FROM %s
                GROUP BY time ORDER BY time
                """.formatted(
                        TIME,
                        levels(
                                "windows",
                                "ts, " + demandOf("prober") + ", " + demandOf("responder"),
                                "ts, prober_busy_ns, prober_tx, responder_busy_ns, responder_tx",
                                where)));
    }

    private static String demandOf(String end) {
        String busy = end + "_busy_ns_per_tx";
        return busy + " * received AS " + end + "_busy_ns, CASE WHEN " + busy + " IS NULL THEN 0 ELSE received END AS "
                + end + "_tx";
    }

    /** Buckets of a condition that have samples. */
    public static String buckets(String where) {
        String columns = "ts, bucket, high_ns, samples";
        return levels("buckets", columns, columns, where + " AND samples > 0");
    }

    /** Percentiles and maximum of each step, a column each. */
    public static Query percentiles(String where) {
        String values = RANKS.stream().map(Rank::value).collect(Collectors.joining(",\n    "));
        String told = RANKS.stream().map(Rank::told).collect(Collectors.joining(",\n  "));
        return Query.series("""
                WITH w AS (SELECT %1$s AS time, sum(lost) AS lost, max(max_ns) AS max_ns FROM %2$s GROUP BY time),
                b AS (SELECT %1$s AS time, bucket, max(high_ns) AS high_ns, sum(samples) AS n FROM %3$s GROUP BY time, bucket),
                r AS (SELECT time, high_ns,
                    cast(sum(n) OVER (PARTITION BY time ORDER BY bucket ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS long) AS upto,
                    cast(sum(n) OVER (PARTITION BY time) AS long) AS total FROM b),
                p AS (SELECT time, max(total) AS n,
                    %4$s
                  FROM r GROUP BY time)
                SELECT p.time AS time,
                  %5$s,
                  max_ns AS "max"
                FROM p JOIN w ON (time) ORDER BY time
                """.formatted(TIME, losses(where), buckets(where), values, told));
    }

    /** The upper bound, in ns, of a bucket's group of 16 of the fixed layout: eight groups a doubling. */
    private static final String GROUP_HIGH = """
            CASE WHEN last < 256 THEN last ELSE cast((last - (last / 128 - 1) * 128 + 1) * power(2, last / 128 - 1) - 1 as long) END""";

    /** The distribution of each step; a step without round trips has a row, so that the grid of time is uniform. */
    public static Query distribution(String where) {
        return Query.series("""
                WITH b AS (SELECT %1$s AS time, bucket / 16 * 16 + 15 AS last, sum(samples) AS n FROM %2$s GROUP BY time, last),
                w AS (SELECT %1$s AS time, 255 AS last, 0 AS n FROM %3$s GROUP BY time)
                SELECT time, cast(%4$s AS varchar) AS metric, sum(n) AS value
                FROM (SELECT time, last, n FROM b UNION ALL SELECT time, last, n FROM w)
                GROUP BY time, metric ORDER BY time
                """.formatted(TIME, buckets(where), losses(where), GROUP_HIGH));
    }

    /** A gauge's mean of each step, a series a queue; what is the whole's is called by the name. */
    public static Query gauge(String name, String where) {
        return means("name = '" + name + "' AND " + where, "coalesce(queue, name)");
    }

    /** Likewise the largest of each step. */
    public static Query largest(String name, String where) {
        return series(
                "max(largest)",
                "coalesce(queue, name)",
                levels(
                        "gauges",
                        "ts, queue, name, value AS largest",
                        "ts, queue, name, max AS largest",
                        "name = '" + name + "' AND " + where));
    }

    /** Means of several gauges, a series for each name and queue. */
    public static Query gauges(List<String> names, String where) {
        String all = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return means(
                "name IN (" + all + ") AND " + where,
                "CASE WHEN queue IS NULL THEN name ELSE concat(name, ' ', queue) END");
    }

    private static Query means(String where, String metric) {
        return series(
                "sum(total) / sum(samples)",
                metric,
                levels(
                        "gauges",
                        "ts, queue, name, value AS total, 1 AS samples",
                        "ts, queue, name, sum AS total, samples",
                        where));
    }

    private static Query series(String value, String metric, String from) {
        return Query.series("""
                SELECT %s AS time, cast(%s AS varchar) AS metric, %s AS value
                FROM %s
                GROUP BY time, metric ORDER BY time
                """.formatted(TIME, metric, value, from));
    }
}
