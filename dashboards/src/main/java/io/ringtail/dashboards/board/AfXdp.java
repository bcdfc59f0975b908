package io.ringtail.dashboards.board;

import static io.ringtail.dashboards.Variables.OF_INTERFACE;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Annotations;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.HistorySql;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.Variables;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.dashboards.panel.TablePanel;
import io.ringtail.dashboards.panel.TimeSeriesPanel;
import java.util.List;

/** AF_XDP sockets of one interface. */
public final class AfXdp implements Board {
    @Override
    public String uid() {
        return "ringtail-af-xdp";
    }

    @Override
    public String title() {
        return "Ringtail: AF_XDP";
    }

    @Override
    public String description() {
        return "AF_XDP sockets of an interface: rings, need_wakeup, drops, and whether the application shares its CPU.";
    }

    @Override
    public String from() {
        return "now-15m";
    }

    @Override
    public String refresh() {
        return "10s";
    }

    @Override
    public List<Variable> variables() {
        return List.of(Variables.HOST, Variables.INTERFACE);
    }

    @Override
    public List<Annotation> annotations() {
        return Annotations.all();
    }

    @Override
    public List<Panel> panels() {
        return List.of(
                new TimeSeriesPanel(
                                "How full are the rings?",
                                "Sampled occupancy over size, mean of each step, by the queue that the socket is bound to.",
                                "percentunit",
                                HistorySql.gauges(
                                        List.of("xsk.rx-fill", "xsk.tx-fill", "xsk.fill-fill", "xsk.completion-fill"),
                                        OF_INTERFACE))
                        .size(12, 9),
                new TimeSeriesPanel(
                                "How often is a ring at the end that loses packets?",
                                "Share of the samples with RX, TX or completion ring full, or fill ring empty.",
                                "percentunit",
                                HistorySql.gauges(
                                        List.of(
                                                "xsk.rx-at-limit",
                                                "xsk.tx-at-limit",
                                                "xsk.fill-at-limit",
                                                "xsk.completion-at-limit"),
                                        OF_INTERFACE))
                        .size(12, 9),
                new TimeSeriesPanel(
                                "How often does the driver ask to be woken?",
                                "Share of the samples with XDP_RING_NEED_WAKEUP set, of zero-copy sockets; in copy mode the flag"
                                        + " says nothing and is absent.",
                                "percentunit",
                                HistorySql.gauges(List.of("xsk.need-wakeup-tx", "xsk.need-wakeup-fill"), OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "Which packets do sockets lose?",
                                "XDP_STATISTICS per second: dropped, invalid, RX ring full, fill ring empty, TX ring empty.",
                                "pps",
                                HistorySql.gauges(
                                        List.of(
                                                "xsk.rx-dropped",
                                                "xsk.rx-invalid",
                                                "xsk.tx-invalid",
                                                "xsk.rx-ring-full",
                                                "xsk.fill-ring-empty",
                                                "xsk.tx-ring-empty"),
                                        OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "Does the application share its CPU with the interrupts?",
                                "Share of the samples in which the application's busiest thread was on a CPU that serves the"
                                        + " queue's interrupts.",
                                "percentunit",
                                HistorySql.gauge("xsk.shares-irq-cpu", OF_INTERFACE))
                        .size(12, 8),
                new TablePanel(
                                "How are the sockets bound?",
                                "need_wakeup and zero copy of the sockets on each queue, and since when.",
                                Query.table(
                                        "SELECT object, name, queue, value, absence, ts AS since FROM settings WHERE host ="
                                                + " ${host:sqlstring} AND object = concat('interface:', ${interface:sqlstring})"
                                                + " AND name IN ('xsk.enabled-need-wakeup', 'xsk.zerocopy')"
                                                + " LATEST ON ts PARTITION BY netns, object, name, queue ORDER BY name, queue LIMIT 500"))
                        .size(12, 8));
    }
}
