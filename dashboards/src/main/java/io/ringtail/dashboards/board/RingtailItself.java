package io.ringtail.dashboards.board;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Annotations;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.HistorySql;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.dashboards.panel.StatPanel;
import io.ringtail.dashboards.panel.TablePanel;
import io.ringtail.dashboards.panel.TimeSeriesPanel;
import java.util.List;

/** Agents, losses, lag, alerts. */
public final class RingtailItself implements Board {
    @Override
    public String uid() {
        return "ringtail-itself";
    }

    @Override
    public String title() {
        return "Ringtail: itself";
    }

    @Override
    public String description() {
        return "Whether Ringtail sees what it should: agents, losses, lag, alerts.";
    }

    @Override
    public String from() {
        return "now-1h";
    }

    @Override
    public String refresh() {
        return "10s";
    }

    @Override
    public List<Variable> variables() {
        return List.of();
    }

    @Override
    public List<Annotation> annotations() {
        return List.of(Annotations.ALERTS);
    }

    @Override
    public List<Panel> panels() {
        return List.of(
                new StatPanel(
                                "How far behind is the newest window?",
                                "Now minus the end of the newest window in the history.",
                                "s",
                                Query.table(
                                        "SELECT now() AS time, (cast(now() AS long) - cast(max(ts) AS long)) / 1000000.0 - 1"
                                                + " AS \"behind\" FROM windows"))
                        .size(6, 6),
                new TimeSeriesPanel(
                                "Are windows complete?",
                                "Windows a second of all paths by completeness: COMPLETE has both ends' data.",
                                "short",
                                Query.series(
                                        "SELECT " + HistorySql.TIME
                                                + " AS time, cast(completeness AS varchar) AS metric, count() * 1000.0 / $__interval_ms"
                                                + " AS value FROM windows WHERE $__timeFilter(ts) GROUP BY time, metric ORDER BY time"))
                        .stacked()
                        .size(18, 6),
                new TablePanel(
                                "How do the agents do?",
                                "The last heartbeat of each agent. Counts since its start; silent is the time since that"
                                        + " heartbeat.",
                                Query.table(
                                        "SELECT host, netns, version, state, reasons, (cast(now() AS long) - cast(ts AS"
                                                + " long)) / 1000000.0 AS silent, sampled, delivered, lost, stalls, clock_offset_ns,"
                                                + " clock_error_ns FROM agents LATEST ON ts PARTITION BY host, netns ORDER BY host"
                                                + " LIMIT 1000"))
                        .column("silent", "s")
                        .column("clock_offset_ns", "ns")
                        .column("clock_error_ns", "ns")
                        .size(24, 9),
                new TimeSeriesPanel(
                                "Have agents lost records?",
                                "Records given up since the agent's start; it falls to 0 where an agent was started again.",
                                "short",
                                Query.series("SELECT " + HistorySql.TIME
                                        + " AS time, cast(host AS varchar) AS metric, max(lost) AS value FROM agents WHERE"
                                        + " $__timeFilter(ts) GROUP BY time, metric ORDER BY time"))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How far are the hosts' clocks off the cluster's?",
                                "As each agent measured by the broker's acknowledgements, the largest distance of each step.",
                                "ns",
                                Query.series("SELECT " + HistorySql.TIME
                                        + " AS time, cast(host AS varchar) AS metric, max(abs(clock_offset_ns)) AS value FROM"
                                        + " agents WHERE $__timeFilter(ts) GROUP BY time, metric ORDER BY time"))
                        .size(12, 8),
                new TablePanel(
                                "What fires, and what fired?",
                                "Alerts that fired at any time of the range, the newest first; docs/runbooks tells what to do.",
                                Query.table(
                                        "SELECT ts AS \"time\", resolved_ts, state, severity, rule, subject, summary,"
                                                + " resolution FROM alerts WHERE ts <= $__timeTo() AND (resolved_ts IS NULL OR resolved_ts"
                                                + " >= $__timeFrom()) ORDER BY ts DESC LIMIT 500"))
                        .size(24, 9));
    }
}
