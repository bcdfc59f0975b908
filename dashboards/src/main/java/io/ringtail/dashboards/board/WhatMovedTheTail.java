package io.ringtail.dashboards.board;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Annotations;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.panel.BarChartPanel;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.dashboards.panel.TablePanel;
import java.util.List;

/** What changes did, what cannot be told apart, what nobody announced, what moves along. */
public final class WhatMovedTheTail implements Board {
    private static final Variable EFFECT = new Variable(
            "effect",
            "Effect",
            "SELECT concat(cast(ts AS varchar), ' ', label, ': ', knobs) AS __text, effect_id AS __value FROM effects WHERE"
                    + " metric IS NULL AND knobs IS NOT NULL AND $__timeFilter(ts) LATEST ON ts PARTITION BY effect_id ORDER BY"
                    + " __text DESC LIMIT 200");

    /**
     * Effects, the newest look at each.
     *
     * @param where condition on rows of effects
     * @param columns what is told
     * @param limit rows at most
     */
    static String effects(String where, String columns, int limit) {
        return "SELECT " + columns
                + " FROM (SELECT *, row_number() OVER (PARTITION BY effect_id, metric ORDER BY look DESC) AS"
                + " nth FROM effects WHERE $__timeFilter(ts) AND " + where + ") WHERE nth = 1 ORDER BY ts DESC LIMIT "
                + limit;
    }

    @Override
    public String uid() {
        return "ringtail-what-moved";
    }

    @Override
    public String title() {
        return "Ringtail: what moved the tail";
    }

    @Override
    public String description() {
        return "What each change did to the tail, what cannot be told apart, what nobody announced, what moves along.";
    }

    @Override
    public String from() {
        return "now-24h";
    }

    @Override
    public String refresh() {
        return "1m";
    }

    @Override
    public List<Variable> variables() {
        return List.of(EFFECT);
    }

    @Override
    public List<Annotation> annotations() {
        return List.of(Annotations.CHANGES);
    }

    @Override
    public List<Panel> panels() {
        return List.of(
                ns(new TablePanel(
                                "What did each change do to p99?",
                                "Effects on all paths, the newest look at each: p99 after minus before with its 95 %"
                                        + " interval, both sides of equally many windows.",
                                Query.table(effects(
                                        "metric = 'p99' AND confounded = false",
                                        "ts AS \"time\", label, knobs, verdict, before, after, difference, low, high,"
                                                + " adjusted_p, look",
                                        200))))
                        .size(24, 9),
                new BarChartPanel(
                                "How were round trips distributed before and after the chosen effect?",
                                "Round trips of the windows compared, before against after, in eight buckets a doubling, as"
                                        + " shares of each side. The x axis is the bucket's upper bound.",
                                "percentunit",
                                Query.table(distributions()))
                        .size(24, 9),
                ns(new TablePanel(
                                "What did the chosen effect do to each metric?",
                                "All metrics of the effect at its newest look. Loss and shares are ratios, CPU per"
                                        + " transaction and percentiles ns, as told by unit.",
                                Query.table(effects(
                                        "metric IS NOT NULL AND effect_id = ${effect:sqlstring}",
                                        "metric, unit, before, after, difference, low, high, adjusted_p, significant, verdict",
                                        50))))
                        .size(24, 8),
                ns(new TablePanel(
                                "Which changes cannot be told apart?",
                                "Several settings changed together: the effect is of all of them, and nothing can tell which"
                                        + " it was.",
                                Query.table(effects(
                                        "metric = 'p99' AND confounded = true",
                                        "ts AS \"time\", label, knobs, verdict, before, after, difference, low, high",
                                        100))))
                        .size(24, 7),
                new TablePanel(
                                "Which shifts did nobody announce?",
                                "Shifts of a path's tail with all settings constant, with their suspects: what happened at"
                                        + " the time, never proof. before and after: ns, for loss a share.",
                                Query.table(
                                        "SELECT ts AS \"time\", label, metric, before, after, size, size_low, size_high,"
                                                + " suspects FROM shifts WHERE $__timeFilter(ts) ORDER BY ts DESC LIMIT 200"))
                        .size(24, 7),
                new TablePanel(
                                "Which gauges move with the tail?",
                                "Associations of the last minute that was looked at of each path: Spearman's rank correlation"
                                        + " within epochs, lift of the tail while the gauge is high. Association, not cause.",
                                Query.table("SELECT ts AS \"time\", label, \"end\", name, over_queues, correlation,"
                                        + " correlation_low, correlation_high, lag, lift, adjusted_p, given_load FROM"
                                        + " associations WHERE $__timeFilter(ts) LATEST ON ts PARTITION BY path_id, \"end\", name"
                                        + " ORDER BY ts DESC, correlation DESC LIMIT 200"))
                        .size(24, 8));
    }

    private static Panel ns(Panel panel) {
        return panel.column("before", "ns")
                .column("after", "ns")
                .column("difference", "ns")
                .column("low", "ns")
                .column("high", "ns");
    }

    /** Windows of both sides: as many seconds as the newest look compared. */
    private static String distributions() {
        return """
                WITH e AS (SELECT path_id AS of_path, ts AS at, max(look) AS look FROM effects
                  WHERE effect_id = ${effect:sqlstring} AND metric IS NULL GROUP BY of_path, at),
                b AS (SELECT bucket / 16 * 16 + 15 AS last,
                    CASE WHEN ts < at THEN samples ELSE 0 END AS before, CASE WHEN ts >= at THEN samples ELSE 0 END AS after
                  FROM buckets JOIN e ON path_id = of_path
                  WHERE ts >= dateadd('s', -look, at) AND ts < dateadd('s', look, at) AND samples > 0),
                t AS (SELECT sum(before) AS all_before, sum(after) AS all_after FROM b)
                SELECT cast(CASE WHEN last < 256 THEN last ELSE (last - (last / 128 - 1) * 128 + 1) * power(2, last / 128 - 1) - 1 END / 1000.0 AS varchar) AS "up to us",
                  sum(before) * 1.0 / max(all_before) AS "before", sum(after) * 1.0 / max(all_after) AS "after"
                FROM b CROSS JOIN t GROUP BY last, "up to us" ORDER BY last""";
    }
}
