package io.ringtail.standalone.local;

import io.ringtail.processors.analysis.Gauges;
import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Rings;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The view of {@code ringtail top} as text. Pure; what is not known is a dash, never 0. */
final class TopText {
    private static final int CPUS_SHOWN = 16;
    private static final int LINES_SHOWN = 24;

    private final StringBuilder text = new StringBuilder();

    private TopText() {}

    static String of(LastRecords.View view) {
        TopText top = new TopText();
        top.tail(view);
        top.interfaces(view);
        view.interrupts().ifPresent(top::interrupts);
        view.cpus().ifPresent(top::cpus);
        return top.text.toString();
    }

    private void tail(LastRecords.View view) {
        line(
                "loopback tail   n %d   p50 %s   p99 %s   p99.9 %s   max %s   lost %d",
                view.roundTrips().count(),
                percentile(view, 5_000),
                percentile(view, 9_900),
                percentile(view, 9_990),
                micros(view.roundTrips().maxNs()),
                view.lost());
    }

    private static String percentile(LastRecords.View view, int hundredths) {
        boolean absent = Percentiles.absence(view.roundTrips().count(), view.lost(), hundredths) != null;
        return absent ? "-" : micros(Percentiles.valueNs(view.roundTrips(), hundredths));
    }

    private static String micros(OptionalLong ns) {
        return ns.isEmpty() ? "-" : String.format(Locale.ROOT, "%.1f us", ns.getAsLong() / 1e3);
    }

    private void interfaces(LastRecords.View view) {
        line("");
        line(
                "%-16s %12s %12s %10s %10s %12s",
                "interface", "rx pkt/s", "tx pkt/s", "rx drop/s", "tx drop/s", "BQL at limit");
        for (Rings rings : view.rings().values()) {
            Map<String, Double> gauges = gauges(rings);
            line(
                    "%-16s %12s %12s %10s %10s %12s",
                    rings.getInterface$(),
                    value(gauges, "interface.rx-packets"),
                    value(gauges, "interface.tx-packets"),
                    value(gauges, "interface.rx-dropped"),
                    value(gauges, "interface.tx-dropped"),
                    share(gauges, "bql.at-limit"));
            queues(rings);
        }
    }

    private void queues(Rings rings) {
        Map<String, Map<String, Double>> queues = new TreeMap<>();
        for (Gauge gauge : Gauges.combine(Gauges.readings(rings))) {
            if (gauge.getQueue() != null) {
                queues.computeIfAbsent(gauge.getQueue(), _ -> new TreeMap<>()).put(gauge.getName(), gauge.getValue());
            }
        }
        queues.values().removeIf(gauges -> gauges.values().stream().allMatch(value -> value == 0));
        queues.entrySet().stream()
                .limit(LINES_SHOWN)
                .forEach(queue -> line(
                        "  %-14s %12s pkt/s %10s kicks/s %10s stops/s   BQL %s at limit",
                        queue.getKey(),
                        value(queue.getValue(), "queue.packets"),
                        value(queue.getValue(), "queue.kicks"),
                        value(queue.getValue(), "queue.stops"),
                        share(queue.getValue(), "bql.at-limit")));
    }

    private void interrupts(Interrupts interrupts) {
        line("");
        line("%-10s %-28s %10s  %s", "interrupt", "serves", "1/s", "CPUs");
        double seconds = interrupts.getIntervalNs() / 1e9;
        interrupts.getLines().stream()
                .filter(line -> !line.getTargets().isEmpty())
                .limit(LINES_SHOWN)
                .forEach(line -> line(
                        "%-10s %-28s %10s  %s",
                        line.getLabel(),
                        served(line),
                        line.getDeltaTotal() == null || seconds <= 0 ? "-" : number(line.getDeltaTotal() / seconds),
                        cpus(line)));
    }

    private static String served(InterruptLine line) {
        var target = line.getTargets().getFirst();
        String queue = target.getQueue() == null ? "" : "-" + target.getQueue();
        return target.getInterface$() + " " + target.getDirection().name().toLowerCase(Locale.ROOT) + queue;
    }

    private static String cpus(InterruptLine line) {
        return line.getCpus().isEmpty()
                ? "-"
                : String.join(",", line.getCpus().stream().map(String::valueOf).toList());
    }

    private void cpus(Cpus cpus) {
        line("");
        line("%-6s %8s %10s %12s %12s", "CPU", "busy", "softirq", "softnet/s", "squeezed/s");
        double seconds = cpus.getIntervalNs() / 1e9;
        if (seconds <= 0) {
            return;
        }
        List<CpuGauges> busiest = cpus.getCpus().stream()
                .filter(CpuGauges::getOnline)
                .sorted(Comparator.comparing(TopText::softirqs).reversed())
                .limit(CPUS_SHOWN)
                .toList();
        busiest.forEach(cpu -> line(
                "%-6d %8s %10s %12s %12s",
                cpu.getCpu(),
                share(cpu.getBusyNs(), cpus.getIntervalNs()),
                share(cpu.getSoftirqNs(), cpus.getIntervalNs()),
                rate(cpu.getSoftnetProcessed(), seconds),
                rate(cpu.getSoftnetTimeSqueeze(), seconds)));
    }

    private static long softirqs(CpuGauges cpu) {
        return cpu.getSoftnetProcessed() == null ? 0 : cpu.getSoftnetProcessed();
    }

    /** Of the interface, with the largest of its queues' byte queue limits. */
    private static Map<String, Double> gauges(Rings rings) {
        Map<String, Double> gauges = new TreeMap<>();
        for (Gauge gauge : Gauges.combine(Gauges.readings(rings))) {
            if (gauge.getQueue() == null || gauge.getName().equals("bql.at-limit")) {
                gauges.merge(gauge.getName(), gauge.getValue(), Math::max);
            }
        }
        return gauges;
    }

    private static String value(Map<String, Double> gauges, String name) {
        return gauges.containsKey(name) ? number(gauges.get(name)) : "-";
    }

    private static String share(Map<String, Double> gauges, String name) {
        return gauges.containsKey(name) ? percent(gauges.get(name)) : "-";
    }

    private static String share(Long ns, long ofNs) {
        return ns == null ? "-" : percent((double) ns / ofNs);
    }

    private static String rate(Long count, double seconds) {
        return count == null ? "-" : number(count / seconds);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
