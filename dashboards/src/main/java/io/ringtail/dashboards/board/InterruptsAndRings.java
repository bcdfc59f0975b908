package io.ringtail.dashboards.board;

import static io.ringtail.dashboards.Variables.OF_HOST;
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

/** One interface: interrupts, queues, drops, byte queue limits, coalescing; and its host's CPUs. */
public final class InterruptsAndRings implements Board {
    @Override
    public String uid() {
        return "ringtail-interrupts-rings";
    }

    @Override
    public String title() {
        return "Ringtail: interrupts and rings";
    }

    @Override
    public String description() {
        return "One interface by queue and CPU: interrupts, drops, byte queue limits, coalescing.";
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
                                "How many interrupts does each queue take?",
                                "From /proc/interrupts: deltas over their own intervals, mean of each step; a count that was"
                                        + " set back gives no value. irq.rate is the whole interface.",
                                "ops",
                                HistorySql.gauge("irq.rate", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How many CPUs serve each interrupt?",
                                "CPUs whose count of the line grew within a second; the largest of each step. More than one:"
                                        + " it is spread, or it moved.",
                                "short",
                                HistorySql.largest("irq.cpus-serving", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How many packets does each queue carry?",
                                "Queue counters of netdev netlink or the driver's statistics, mean of each step.",
                                "pps",
                                HistorySql.gauge("queue.packets", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "Where are packets dropped?",
                                "Drops and missing buffers per second by queue, of the interface as the kernel and the driver"
                                        + " count them.",
                                "pps",
                                HistorySql.gauges(
                                        List.of(
                                                "queue.drops",
                                                "queue.alloc-fail",
                                                "interface.rx-dropped",
                                                "interface.tx-dropped",
                                                "interface.rx-missed-errors",
                                                "interface.rx-no-buffer",
                                                "interface.rx-phy-discards",
                                                "interface.rx-alloc-fail"),
                                        OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How close to their byte queue limits are the transmit queues?",
                                "Bytes in flight over the limit: the largest sample of each step.",
                                "percentunit",
                                HistorySql.largest("bql.pressure-max", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "What is the byte queue limit?",
                                "The limit in force, which dynamic queue limits move by themselves; mean of each step.",
                                "bytes",
                                HistorySql.gauge("bql.limit", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How many packets does a NAPI poll find?",
                                "Packets over polls of each NAPI instance, from the kernel's tracepoint; absent where the agent"
                                        + " may not load BPF.",
                                "short",
                                HistorySql.gauge("napi.packets-per-poll", OF_INTERFACE))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "How busy are the host's CPUs, and with what?",
                                "Shares of the time of all online CPUs: busy, softirqs, hard interrupts, stolen.",
                                "percentunit",
                                HistorySql.gauges(
                                        List.of("cpu.busy", "cpu.softirq-share", "cpu.irq-share", "cpu.steal"),
                                        OF_HOST))
                        .size(12, 8),
                new TimeSeriesPanel(
                                "Does the softirq run out of budget, does the backlog drop?",
                                "Columns 2 and 3 of /proc/net/softnet_stat, all CPUs together, per second.",
                                "ops",
                                HistorySql.gauges(List.of("softnet.time-squeeze", "softnet.dropped"), OF_HOST))
                        .size(12, 8),
                new TablePanel(
                                "How are coalescing, rings and channels set?",
                                "Settings of the interface in force now, and since when. absence tells why a value is not"
                                        + " known.",
                                Query.table("SELECT name, queue, value, unit, absence, ts AS since FROM settings WHERE "
                                        + OF_HOST + " AND object = concat('interface:', ${interface:sqlstring})"
                                        + " LATEST ON ts PARTITION BY netns, object, name, queue ORDER BY name, queue LIMIT"
                                        + " 1000"))
                        .size(12, 8));
    }
}
