package io.ringtail.processors.analysis;

import io.ringtail.processors.analysis.GaugeReading.Combine;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.QueueScope;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.TcpGroup;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import io.ringtail.schemas.record.XskSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Raw records to the named gauges of the knob catalogue, the one place for it. Readings of one raw record are kept as
 * sum and weight, so that reads of 100 ms combine to the second's true value; {@link #combine} makes gauges of them. A
 * delta that is not believed (FIRST, RESET, SUSPECT) gives no reading, never 0. Stateless and thread safe.
 */
public final class Gauges {
    private static final String IRQ_RATE = "irq.rate";
    private static final String IRQ_SERVING = "irq.cpus-serving";
    private static final String IRQ_PER_PACKET = "irq.per-packet";
    private static final String CARRIER_CHANGES = "carrier-changes";
    private static final double NS_PER_US = 1e3;

    private Gauges() {}

    /** Interfaces that the record's interrupts serve. */
    public static SortedSet<String> interfaces(Interrupts interrupts) {
        SortedSet<String> names = new TreeSet<>();
        for (InterruptLine line : interrupts.getLines()) {
            line.getTargets().forEach(target -> names.add(target.getInterface$()));
        }
        return names;
    }

    /** Readings of the interrupts that serve an interface; a shared line counts whole for each of its interfaces. */
    public static List<GaugeReading> readings(Interrupts interrupts, String iface) {
        List<GaugeReading> out = new ArrayList<>();
        boolean whole = true;
        long total = 0;
        for (InterruptLine line : interrupts.getLines()) {
            IrqTarget target = targetOf(line, iface);
            if (target == null || target.getDirection() == Direction.OTHER) {
                continue;
            }
            if (usable(line, interrupts.getIntervalNs())) {
                total += line.getDeltaTotal();
                addLine(out, line, queueOf(line, target), interrupts.getIntervalNs());
            } else {
                whole = false;
            }
        }
        if (whole && !out.isEmpty()) {
            out.add(GaugeReading.rate(IRQ_RATE, null, total, interrupts.getIntervalNs()));
        }
        return out;
    }

    /** Readings of an interface's and its queues' counters and byte queue limits. */
    public static List<GaugeReading> readings(Rings rings) {
        List<GaugeReading> out = new ArrayList<>();
        rings.getCounters().forEach(counter -> addCounter(out, "interface.", null, counter));
        for (QueueCounters queue : rings.getQueues()) {
            String label = label(queue);
            queue.getCounters().forEach(counter -> addCounter(out, "queue.", label, counter));
        }
        rings.getBql().forEach(bql -> addBql(out, bql));
        rings.getNapi().forEach(napi -> addNapi(out, napi, rings.getIntervalNs()));
        return out;
    }

    /** Interfaces of a network namespace that an AF_XDP socket is bound to. */
    public static SortedSet<String> interfaces(Xsk xsk, String netns) {
        SortedSet<String> names = new TreeSet<>();
        for (XskSocket socket : xsk.getSockets()) {
            if (isBound(socket) && socket.getNetns().equals(netns)) {
                names.add(socket.getInterface$());
            }
        }
        return names;
    }

    /** Network namespaces of AF_XDP sockets. */
    public static SortedSet<String> namespaces(Xsk xsk) {
        SortedSet<String> names = new TreeSet<>();
        xsk.getSockets().forEach(socket -> names.add(socket.getNetns()));
        return names;
    }

    /** Readings of an interface's AF_XDP sockets; those that share a queue are taken together. */
    public static List<GaugeReading> readings(Xsk xsk, String netns, String iface) {
        List<GaugeReading> out = new ArrayList<>();
        for (XskSocket socket : xsk.getSockets()) {
            if (isBound(socket)
                    && socket.getNetns().equals(netns)
                    && socket.getInterface$().equals(iface)) {
                addSocket(out, socket);
            }
        }
        return out;
    }

    /**
     * Readings of a network namespace's TCP connections, each group as a queue {@code peer-ADDRESS} or {@code
     * port-NUMBER}. Estimates of the kernel: for the history and the page, never for windows.
     */
    public static List<GaugeReading> readings(Tcp tcp) {
        List<GaugeReading> out = new ArrayList<>();
        String prefix = tcp.getGroupedBy().name().toLowerCase(Locale.ROOT) + '-';
        tcp.getGroups().forEach(group -> addGroup(out, prefix + group.getName(), group, tcp.getIntervalNs()));
        return out;
    }

    /** Readings of a host's CPUs: sums over its online CPUs, absent where one of them has none. */
    public static List<GaugeReading> readings(Cpus cpus) {
        List<CpuGauges> online =
                cpus.getCpus().stream().filter(CpuGauges::getOnline).toList();
        List<GaugeReading> out = new ArrayList<>();
        if (online.isEmpty()) {
            return out;
        }
        add(out, Combine.LAST, "softnet.backlog", sum(online, CpuGauges::getSoftnetBacklog), 1);
        if (cpus.getIntervalNs() <= 0 || !online.stream().allMatch(cpu -> hasRate(cpu.getVerdict()))) {
            return out;
        }
        double time = (double) cpus.getIntervalNs() * online.size();
        add(out, Combine.RATIO, "cpu.busy", sum(online, CpuGauges::getBusyNs), time);
        add(out, Combine.RATIO, "cpu.softirq-share", sum(online, CpuGauges::getSoftirqNs), time);
        add(out, Combine.RATIO, "cpu.irq-share", sum(online, CpuGauges::getIrqNs), time);
        add(out, Combine.RATIO, "cpu.steal", sum(online, CpuGauges::getStealNs), time);
        double interval = cpus.getIntervalNs();
        add(out, Combine.RATIO, "softnet.processed", sum(online, CpuGauges::getSoftnetProcessed), interval);
        add(out, Combine.RATIO, "softnet.dropped", sum(online, CpuGauges::getSoftnetDropped), interval);
        add(out, Combine.RATIO, "softnet.time-squeeze", sum(online, CpuGauges::getSoftnetTimeSqueeze), interval);
        add(out, Combine.RATIO, "softnet.received-rps", sum(online, CpuGauges::getSoftnetReceivedRps), interval);
        add(out, Combine.RATIO, "softirq.net-rx", sum(online, CpuGauges::getNetRxSoftirqs), interval);
        add(out, Combine.RATIO, "softirq.net-tx", sum(online, CpuGauges::getNetTxSoftirqs), interval);
        return out;
    }

    /** Gauges of all readings of one stretch of time, given in the order of their reads; sorted by name and queue. */
    public static List<Gauge> combine(Collection<GaugeReading> readings) {
        return gauges(merge(readings));
    }

    /** One reading for each gauge, queue and member: what {@link #combine} keeps between two reads. */
    public static List<GaugeReading> merge(Collection<GaugeReading> readings) {
        Map<String, GaugeReading> merged = new LinkedHashMap<>();
        readings.forEach(each -> merged.merge(each.key(), each, GaugeReading::with));
        return merged.values().stream()
                .sorted(Comparator.comparing(GaugeReading::key))
                .toList();
    }

    /** The moment that a delta belongs to: the middle of its interval. Unit: ns of the record's clock. */
    public static long middleEpochNs(long endEpochNs, long intervalNs) {
        return endEpochNs - intervalNs / 2;
    }

    private static List<Gauge> gauges(List<GaugeReading> merged) {
        Map<String, Gauge> out = new LinkedHashMap<>();
        for (GaugeReading reading : merged) {
            String key = reading.name() + ' ' + (reading.queue() == null ? "" : reading.queue());
            Gauge gauge = new Gauge(reading.name(), reading.queue(), reading.value());
            out.merge(
                    key,
                    gauge,
                    (one, two) -> new Gauge(one.getName(), one.getQueue(), one.getValue() + two.getValue()));
        }
        addPerPacket(out);
        return List.copyOf(new TreeMap<>(out).values());
    }

    private static void addPerPacket(Map<String, Gauge> gauges) {
        for (Gauge irq : List.copyOf(gauges.values())) {
            double packets = irq.getName().equals(IRQ_RATE) ? packetsOf(gauges, irq.getQueue()) : 0;
            if (packets > 0) {
                String queue = irq.getQueue() == null ? "" : irq.getQueue();
                gauges.put(
                        IRQ_PER_PACKET + ' ' + queue,
                        new Gauge(IRQ_PER_PACKET, irq.getQueue(), irq.getValue() / packets));
            }
        }
    }

    private static double packetsOf(Map<String, Gauge> gauges, String queue) {
        if (queue != null) {
            Gauge packets = gauges.get("queue.packets " + queue);
            return packets == null ? 0 : packets.getValue();
        }
        Gauge rx = gauges.get("interface.rx-packets ");
        Gauge tx = gauges.get("interface.tx-packets ");
        return rx == null || tx == null ? 0 : rx.getValue() + tx.getValue();
    }

    private static void addLine(List<GaugeReading> out, InterruptLine line, String queue, long intervalNs) {
        out.add(GaugeReading.rate(IRQ_RATE, queue, line.getDeltaTotal(), intervalNs));
        out.add(GaugeReading.member(IRQ_SERVING, queue, GaugeReading.NOBODY));
        line.getCpus().forEach(cpu -> out.add(GaugeReading.member(IRQ_SERVING, queue, cpu)));
    }

    private static void addCounter(List<GaugeReading> out, String group, String queue, CounterDelta counter) {
        if (counter.getDelta() == null || counter.getIntervalNs() <= 0 || !hasDelta(counter.getVerdict())) {
            return;
        }
        if (counter.getName().equals(CARRIER_CHANGES)) {
            out.add(new GaugeReading("link." + CARRIER_CHANGES, queue, 0, Combine.SUM, counter.getDelta(), 1));
        } else if (Knobs.named(group + counter.getName()).isPresent()) {
            out.add(GaugeReading.rate(group + counter.getName(), queue, counter.getDelta(), counter.getIntervalNs()));
        }
    }

    private static void addBql(List<GaugeReading> out, BqlGauges bql) {
        String queue = label(Direction.TX, bql.getQueue());
        int samples = bql.getSamples();
        if (samples > 0) {
            out.add(new GaugeReading("bql.limit", queue, 0, Combine.LAST, bql.getLimitBytes(), 1));
            out.add(mean("bql.inflight", queue, bql.getInflightMeanBytes(), samples));
            out.add(mean("bql.pressure", queue, bql.getPressureMean(), samples));
            out.add(new GaugeReading("bql.pressure-max", queue, 0, Combine.MAX, bql.getPressureMax(), 1));
            out.add(mean("bql.at-limit", queue, bql.getAtLimitShare(), samples));
        }
        if (bql.getStalls() != null) {
            out.add(new GaugeReading("bql.stalls", queue, 0, Combine.LAST, bql.getStalls(), 1));
        }
        if (bql.getStallMaxMs() != null) {
            out.add(new GaugeReading("bql.stall-max", queue, 0, Combine.LAST, bql.getStallMaxMs(), 1));
        }
    }

    private static void addNapi(List<GaugeReading> out, NapiInstance napi, long intervalNs) {
        String queue = "napi-" + Integer.toUnsignedString(napi.getNapiId());
        List<Long> sizes = napi.getSizes();
        long polls = sizes.stream().mapToLong(Long::longValue).sum();
        if (intervalNs > 0) {
            out.add(GaugeReading.rate("napi.polls", queue, polls, intervalNs));
        }
        if (polls > 0) {
            out.add(GaugeReading.ratio("napi.packets-per-poll", queue, (double) napi.getPackets(), (double) polls));
            out.add(GaugeReading.ratio("napi.empty-polls", queue, (double) sizes.getFirst(), (double) polls));
            out.add(GaugeReading.ratio("napi.full-polls", queue, (double) sizes.getLast(), (double) polls));
        }
    }

    private static boolean isBound(XskSocket socket) {
        return socket.getInterface$() != null && socket.getQueue() != null;
    }

    private static void addSocket(List<GaugeReading> out, XskSocket socket) {
        String queue = "xsk-" + socket.getQueue();
        socket.getRings().forEach(ring -> addRing(out, queue, ring));
        socket.getCounters().forEach(counter -> addCounter(out, "xsk.", queue, counter));
        if (socket.getSharesInterruptCpu() != null) {
            out.add(mean("xsk.shares-irq-cpu", queue, socket.getSharesInterruptCpu(), 1));
        }
    }

    private static void addRing(List<GaugeReading> out, String queue, XskRing ring) {
        String name = "xsk." + ring.getRing().name().toLowerCase(Locale.ROOT);
        int samples = ring.getSamples();
        if (ring.getFillMean() != null && samples > 0) {
            out.add(mean(name + "-fill", queue, ring.getFillMean(), samples));
            out.add(new GaugeReading(name + "-fill-max", queue, 0, Combine.MAX, ring.getFillMax(), 1));
            out.add(mean(name + "-at-limit", queue, ring.getAtLimitShare(), samples));
        }
        boolean asks = ring.getRing() == XskRingKind.TX || ring.getRing() == XskRingKind.FILL;
        if (asks && ring.getNeedWakeupShare() != null && samples > 0) {
            String flag = ring.getRing() == XskRingKind.TX ? "xsk.need-wakeup-tx" : "xsk.need-wakeup-fill";
            out.add(mean(flag, queue, ring.getNeedWakeupShare(), samples));
        }
    }

    private static void addGroup(List<GaugeReading> out, String queue, TcpGroup group, long intervalNs) {
        out.add(new GaugeReading("tcp.connections", queue, 0, Combine.LAST, group.getConnections(), 1));
        addUs(out, "tcp.smoothed-rtt", queue, group.getSmoothedRttMeanNs());
        addUs(out, "tcp.min-rtt", queue, group.getMinRttNs());
        if (group.getRetransmits() != null && intervalNs > 0) {
            out.add(GaugeReading.rate("tcp.retransmits", queue, group.getRetransmits(), intervalNs));
        }
    }

    private static void addUs(List<GaugeReading> out, String name, String queue, Long ns) {
        if (ns != null) {
            out.add(new GaugeReading(name, queue, 0, Combine.LAST, ns / NS_PER_US, 1));
        }
    }

    private static GaugeReading mean(String name, String queue, double mean, int samples) {
        return GaugeReading.ratio(name, queue, mean * samples, samples);
    }

    private static void add(List<GaugeReading> out, Combine combine, String name, Long sum, double weight) {
        if (sum != null) {
            out.add(new GaugeReading(name, null, 0, combine, sum, weight));
        }
    }

    /** Null as soon as one CPU has no value: a sum without it would be too small. */
    private static Long sum(List<CpuGauges> cpus, Function<CpuGauges, Long> field) {
        long sum = 0;
        for (CpuGauges cpu : cpus) {
            Long value = field.apply(cpu);
            if (value == null) {
                return null;
            }
            sum += value;
        }
        return sum;
    }

    private static IrqTarget targetOf(InterruptLine line, String iface) {
        return line.getTargets().stream()
                .filter(target -> target.getInterface$().equals(iface))
                .findFirst()
                .orElse(null);
    }

    private static String queueOf(InterruptLine line, IrqTarget target) {
        return target.getQueue() == null ? "irq-" + line.getLabel() : label(target.getDirection(), target.getQueue());
    }

    /** A ring of AF_XDP or XDP beside the queue of its number: rx-xsk-3. */
    private static String label(QueueCounters queue) {
        String direction = queue.getDirection().name().toLowerCase(Locale.ROOT);
        return queue.getScope() == QueueScope.QUEUE
                ? label(queue.getDirection(), queue.getQueue())
                : direction + '-' + queue.getScope().name().toLowerCase(Locale.ROOT) + '-' + queue.getQueue();
    }

    private static String label(Direction direction, int queue) {
        return direction.name().toLowerCase(Locale.ROOT) + '-' + queue;
    }

    private static boolean usable(InterruptLine line, long intervalNs) {
        return intervalNs > 0 && line.getDeltaTotal() != null && hasRate(line.getVerdict());
    }

    private static boolean hasDelta(Verdict verdict) {
        return verdict == Verdict.OK || verdict == Verdict.WRAP || verdict == Verdict.GAP;
    }

    /** A gap's own interval is told for counters only: a row's delta across one has no known rate. */
    private static boolean hasRate(Verdict verdict) {
        return verdict == Verdict.OK || verdict == Verdict.WRAP;
    }
}
