package io.ringtail.dashboards.board;

import static io.ringtail.dashboards.Variables.OF_PATH;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Annotations;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.HistorySql;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.Variables;
import io.ringtail.dashboards.panel.HeatmapPanel;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.dashboards.panel.StatPanel;
import io.ringtail.dashboards.panel.TablePanel;
import io.ringtail.dashboards.panel.TimeSeriesPanel;
import java.util.List;

/** The tail of one path, live. */
public final class TailNow implements Board {
    @Override
    public String uid() {
        return "ringtail-tail-now";
    }

    @Override
    public String title() {
        return "Ringtail: tail now";
    }

    @Override
    public String description() {
        return "The tail of one path, with the changes and alerts that touch it and what they did.";
    }

    @Override
    public String from() {
        return "now-5m";
    }

    @Override
    public String refresh() {
        return "5s";
    }

    @Override
    public List<Variable> variables() {
        return List.of(Variables.PATH);
    }

    @Override
    public List<Annotation> annotations() {
        return Annotations.all();
    }

    @Override
    public List<Panel> panels() {
        return List.of(
                new StatPanel(
                                "How long do round trips take now?",
                                "The newest second of the path: exact percentiles of its samples. Absent with fewer than"
                                        + " 10 samples beyond a percentile, or more loss than its tail.",
                                "ns",
                                Query.table(
                                        "SELECT ts AS time, p50_ns AS \"p50\", p99_ns AS \"p99\", p999_ns AS \"p99.9\","
                                                + " max_ns AS \"max\" FROM windows WHERE $__timeFilter(ts) AND "
                                                + OF_PATH
                                                + " ORDER BY ts DESC LIMIT 1"))
                        .size(24, 4),
                new TimeSeriesPanel(
                                "How did the tail move?",
                                "Percentiles of each step by nearest rank from its summed buckets, within 1 %, and the"
                                        + " exact maximum. Never an average of percentiles. Gaps are steps without data.",
                                "ns",
                                HistorySql.percentiles(OF_PATH))
                        .logarithmic()
                        .size(24, 9),
                new HeatmapPanel(
                                "How are round trips distributed?",
                                "Samples of each step by bucket: eight buckets a doubling, always the same ones, each with"
                                        + " its own samples.",
                                HistorySql.distribution(OF_PATH))
                        .size(24, 9),
                new TimeSeriesPanel(
                                "How many transactions, and how many were lost?",
                                "Answered requests over the time of their windows; the lost share of the requests sent.",
                                "ops",
                                HistorySql.transactions(OF_PATH))
                        .column("lost", "percentunit")
                        .size(12, 8),
                new TimeSeriesPanel(
                                "What does a transaction cost in CPU?",
                                "Service demand: busy CPU time of each end's host over its round trips. Absent where the"
                                        + " end's CPU time is not known.",
                                "ns",
                                HistorySql.demand(OF_PATH))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "Where does a round trip spend its time?",
                                "Mean of each segment of the round trips that the kernels stamped (about 1 in 100), from the"
                                        + " middles of its buckets; the segments of a round trip add up to it.",
                                "ns",
                                Query.series("SELECT " + HistorySql.TIME
                                        + " AS time, cast(segment AS varchar) AS metric, sum(samples * (low_ns + high_ns) / 2.0)"
                                        + " / sum(samples) AS value FROM segments WHERE $__timeFilter(ts) AND "
                                        + OF_PATH
                                        + " AND samples > 0 GROUP BY time, metric ORDER BY time"))
                        .stacked()
                        .size(12, 9),
                new TablePanel(
                                "Which changes moved the tail?",
                                "Effects on p99 of this path, the newest look at each: after minus before, with its 95 %"
                                        + " interval. docs/effects.md tells the method.",
                                Query.table(WhatMovedTheTail.effects(
                                        "metric = 'p99' AND " + OF_PATH,
                                        "ts AS \"time\", knobs, verdict, before, after, difference, low, high",
                                        20)))
                        .column("before", "ns")
                        .column("after", "ns")
                        .column("difference", "ns")
                        .column("low", "ns")
                        .column("high", "ns")
                        .size(12, 9));
    }
}
