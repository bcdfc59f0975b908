package io.ringtail.processors.analysis.alert;

import io.ringtail.processors.analysis.GaugeReading;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The figures that rules can be about: gauges of the knob catalogue, and a few of their own. What is not known gives no
 * figure, never 0. Stateless.
 */
public final class Figures {
    /** Lost share of a window's requests. */
    public static final String LOSS = "loss";

    /** CPU that took most of a line's interrupts in the interval. */
    public static final String BUSIEST_CPU = "irq.busiest-cpu";

    /** 1 where an AF_XDP socket was bound without XDP_USE_NEED_WAKEUP, else 0. */
    public static final String WITHOUT_NEED_WAKEUP = "xsk.without-need-wakeup";

    /** Distance of a host's clock from the cluster's. */
    public static final String CLOCK_OFFSET = "clock.offset-ms";

    /** Age of the newest record that the history has not written yet. */
    public static final String HISTORY_LAG = "history.lag";

    /** Remark of windows whose prober was stalled itself: their percentiles are not trusted. */
    private static final String STALLED = "collector-stalled";

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;

    /** With fewer interrupts than this the CPU that takes them says nothing. Unit: 1/s. */
    private static final int BUSY = 10;

    private static final Map<String, String> PATH_UNITS =
            Map.of("p50-us", "us", "p90-us", "us", "p95-us", "us", "p99-us", "us", "p99.9-us", "us", LOSS, "ratio");

    private static final Map<String, String> OWN_UNITS =
            Map.of(BUSIEST_CPU, "CPU", WITHOUT_NEED_WAKEUP, "", CLOCK_OFFSET, "ms", HISTORY_LAG, "s");

    private Figures() {}

    /** Unit of a figure; empty where there is none, or no such figure. */
    public static String unit(String name) {
        String own = PATH_UNITS.getOrDefault(name, OWN_UNITS.get(name));
        return own == null ? Knobs.named(name).map(Knob::unit).orElse("") : own;
    }

    /** What a figure belongs to; absent where there is no such figure. */
    public static Optional<AlertRule.Subject> subject(String name) {
        if (PATH_UNITS.containsKey(name)) {
            return Optional.of(AlertRule.Subject.PATH);
        }
        if (name.equals(HISTORY_LAG)) {
            return Optional.of(AlertRule.Subject.HISTORY);
        }
        if (OWN_UNITS.containsKey(name)) {
            return Optional.of(name.equals(CLOCK_OFFSET) ? AlertRule.Subject.HOST : AlertRule.Subject.INTERFACE);
        }
        return Knobs.named(name).flatMap(Figures::subject);
    }

    private static Optional<AlertRule.Subject> subject(Knob knob) {
        if (knob.kind() != Knob.Kind.GAUGE || group(knob.name()).equals("tcp")) {
            return Optional.empty();
        }
        boolean host = knob.per() == Knob.Per.HOST;
        return Optional.of(host ? AlertRule.Subject.HOST : AlertRule.Subject.INTERFACE);
    }

    /** Figures that come in the same raw record have the same: a rule cannot be about several. */
    static String source(String name) {
        return switch (group(name)) {
            case "cpu", "softnet", "softirq" -> "cpus";
            case "irq" -> "interrupts";
            case "xsk" -> "xsk";
            case "clock" -> "agents";
            case "history" -> "history";
            default -> PATH_UNITS.containsKey(name) ? "windows" : "rings";
        };
    }

    private static String group(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Of a window: percentiles where it has them and the prober was not stalled itself, and loss. */
    public static List<Figure> of(Window window) {
        List<Figure> all = new ArrayList<>();
        if (!window.getRemarks().contains(STALLED)) {
            for (Percentile each : window.getPercentiles()) {
                if (each.getValueNs() != null) {
                    all.add(new Figure(name(each.getPercent()), "", each.getValueNs() / NS_PER_US));
                }
            }
        }
        if (window.getSent() > 0) {
            all.add(new Figure(LOSS, "", (double) window.getLost() / window.getSent()));
        }
        return all;
    }

    private static String name(double percent) {
        String text = String.format(Locale.ROOT, "%s", percent);
        return "p" + (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "-us";
    }

    /** Of an interface's and its queues' counters. */
    public static List<Figure> of(Rings rings) {
        return gauges(Gauges.readings(rings));
    }

    /** Of a whole host. */
    public static List<Figure> of(Cpus cpus) {
        return gauges(Gauges.readings(cpus));
    }

    /** Of the interrupts that serve an interface. */
    public static List<Figure> of(Interrupts interrupts, String iface) {
        List<Figure> all = new ArrayList<>(gauges(Gauges.readings(interrupts, iface)));
        for (InterruptLine line : interrupts.getLines()) {
            boolean serves = line.getTargets().stream()
                    .anyMatch(target -> target.getInterface$().equals(iface));
            if (serves && isBusy(line, interrupts.getIntervalNs())) {
                all.add(new Figure(BUSIEST_CPU, "irq-" + line.getLabel(), busiest(line)));
            }
        }
        return all;
    }

    private static boolean isBusy(InterruptLine line, long intervalNs) {
        return line.getDeltaTotal() != null
                && !line.getCpus().isEmpty()
                && intervalNs > 0
                && line.getDeltaTotal() * NS_PER_S / intervalNs >= BUSY;
    }

    private static int busiest(InterruptLine line) {
        int most = 0;
        for (int i = 1; i < line.getCpus().size(); i++) {
            most = line.getDeltas().get(i) > line.getDeltas().get(most) ? i : most;
        }
        return line.getCpus().get(most);
    }

    /** Of an interface's AF_XDP sockets. */
    public static List<Figure> of(Xsk xsk, String netns, String iface) {
        List<Figure> all = new ArrayList<>(gauges(Gauges.readings(xsk, netns, iface)));
        Map<String, Double> without = new TreeMap<>();
        for (XskSocket socket : xsk.getSockets()) {
            boolean here = socket.getNetns().equals(netns)
                    && iface.equals(socket.getInterface$())
                    && socket.getQueue() != null;
            if (here && socket.getNeedWakeup() != null) {
                without.merge("xsk-" + socket.getQueue(), socket.getNeedWakeup() ? 0.0 : 1.0, Math::max);
            }
        }
        without.forEach((queue, value) -> all.add(new Figure(WITHOUT_NEED_WAKEUP, queue, value)));
        return all;
    }

    /** Of an agent. */
    public static List<Figure> of(Agent agent) {
        Long offsetNs = agent.getOrigin().getClockOffsetNs();
        return offsetNs == null
                ? List.of()
                : List.of(new Figure(CLOCK_OFFSET, "", Math.abs(offsetNs.doubleValue()) / NS_PER_MS));
    }

    private static List<Figure> gauges(Collection<GaugeReading> readings) {
        return Gauges.combine(readings).stream().map(Figures::figure).toList();
    }

    private static Figure figure(Gauge gauge) {
        return new Figure(gauge.getName(), gauge.getQueue() == null ? "" : gauge.getQueue(), gauge.getValue());
    }
}
