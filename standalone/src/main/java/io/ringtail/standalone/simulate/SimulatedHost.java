package io.ringtail.standalone.simulate;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Watermark;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskFoundBy;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import io.ringtail.schemas.record.XskSocket;
import io.ringtail.standalone.cli.Version;
import io.ringtail.standalone.simulate.model.Counts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The agent of a simulated host: what it would send of a second's counts. All of its records are marked as simulated.
 * Owned by the simulation's thread.
 */
final class SimulatedHost {
    /** The interrupt of its interface. */
    static final int IRQ = 41;

    static final List<String> SOURCES = List.of("interrupts", "cpus", "rings", "settings", "xsk");
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BOOTED_BEFORE_NS = 3_600 * SECOND_NS;

    private final String name;
    private final String iface;
    private final String bootId;
    private final long startEpochNs;
    private final Map<String, Long> totals = new TreeMap<>();
    private double busyNs;
    private double threadNs;
    private long interrupts;
    private long heartbeats;
    private long sent;

    SimulatedHost(String name, String iface, long seed, long startEpochNs) {
        this.name = name;
        this.iface = iface;
        this.startEpochNs = startEpochNs;
        byte[] identity = (name + '|' + seed + '|' + startEpochNs).getBytes(StandardCharsets.UTF_8);
        this.bootId = UUID.nameUUIDFromBytes(identity).toString();
    }

    String name() {
        return name;
    }

    String iface() {
        return iface;
    }

    String bootId() {
        return bootId;
    }

    /** Cumulative busy time up to a moment within the last second that was told. Unit: ns */
    long busyNs() {
        return (long) busyNs;
    }

    /** The same of the probe's or reflector's thread. */
    long threadNs() {
        return (long) threadNs;
    }

    /** Where and when a record is made; the clock is the cluster's. */
    Origin origin(long epochNs) {
        sent++;
        return Origin.newBuilder()
                .setHost(name)
                .setNetns("")
                .setBootId(bootId)
                .setEpochNs(epochNs)
                .setMonoNs(epochNs - startEpochNs + BOOTED_BEFORE_NS)
                .setClockOffsetNs(0L)
                .setClockErrorNs(100_000L)
                .setSimulated(true)
                .build();
    }

    /** Adds a second's CPU time to what is cumulative. */
    void count(Counts counts) {
        busyNs += counts.busyNs;
        threadNs += counts.threadNs;
    }

    /** The second that ends then. */
    Interrupts interrupts(long endEpochNs, Counts counts) {
        List<Integer> cpus = new ArrayList<>();
        List<Long> deltas = new ArrayList<>();
        for (int cpu = 0; cpu < counts.interrupts.length; cpu++) {
            if (counts.interrupts[cpu] > 0) {
                cpus.add(cpu);
                deltas.add(counts.interrupts[cpu]);
            }
        }
        long delta = deltas.stream().mapToLong(Long::longValue).sum();
        interrupts += delta;
        return Interrupts.newBuilder()
                .setOrigin(origin(endEpochNs))
                .setIntervalNs(SECOND_NS)
                .setOnlineCpus(
                        IntStream.range(0, counts.interrupts.length).boxed().toList())
                .setLines(List.of(line(delta, cpus, deltas)))
                .setSkippedNoCounters(0)
                .setSkippedShortRows(0)
                .build();
    }

    private InterruptLine line(long delta, List<Integer> cpus, List<Long> deltas) {
        return InterruptLine.newBuilder()
                .setLabel(Integer.toString(IRQ))
                .setChip("PCI-MSIX")
                .setHwirq(1L)
                .setTrigger("edge")
                .setActions(List.of(iface + "-TxRx-0"))
                .setTargets(List.of(new IrqTarget(iface, Direction.COMBINED, 0, FoundBy.MSI_IRQS)))
                .setVerdict(Verdict.OK)
                .setTotal(interrupts)
                .setDeltaTotal(delta)
                .setCpus(cpus)
                .setDeltas(deltas)
                .build();
    }

    /** The second that ends then: the busiest time on the application's CPU, the rest on all. */
    Cpus cpus(long endEpochNs, Counts counts) {
        int cpus = counts.interrupts.length;
        double own = Math.min(SECOND_NS, counts.threadNs);
        double rest = Math.max(0, counts.busyNs - own) / cpus;
        List<CpuGauges> all = IntStream.range(0, cpus)
                .mapToObj(cpu -> cpu(cpu, Math.min(SECOND_NS, rest + (cpu == 0 ? own : 0)), counts))
                .toList();
        return Cpus.newBuilder()
                .setOrigin(origin(endEpochNs))
                .setIntervalNs(SECOND_NS)
                .setCpus(all)
                .setSoftnetExtraColumns(0)
                .setSkippedLines(0)
                .setAbsent(List.of())
                .build();
    }

    private static CpuGauges cpu(int cpu, double busyNs, Counts counts) {
        int cpus = counts.interrupts.length;
        return CpuGauges.newBuilder()
                .setCpu(cpu)
                .setOnline(true)
                .setBusyNs((long) busyNs)
                .setSoftirqNs((long) counts.softirqNs / cpus)
                .setIrqNs((long) counts.irqNs / cpus)
                .setStealNs(0L)
                .setNetRxSoftirqs(counts.interrupts[cpu])
                .setNetTxSoftirqs(0L)
                .setSoftnetProcessed(counts.rxPackets / cpus)
                .setSoftnetDropped(0L)
                .setSoftnetTimeSqueeze(0L)
                .setSoftnetReceivedRps(0L)
                .setSoftnetFlowLimit(0L)
                .setSoftnetBacklog(0L)
                .setVerdict(Verdict.OK)
                .build();
    }

    /** The second that ends then. */
    Rings rings(long endEpochNs, Counts counts, double limitBytes) {
        return Rings.newBuilder()
                .setOrigin(origin(endEpochNs))
                .setIntervalNs(SECOND_NS)
                .setInterface$(iface)
                .setIfindex(2)
                .setDriver("simulated")
                .setCounters(List.of(
                        counter("rx-packets", counts.rxPackets),
                        counter("tx-packets", counts.txPackets),
                        counter("rx-bytes", counts.rxBytes),
                        counter("tx-bytes", counts.txBytes),
                        counter("rx-dropped", counts.dropped),
                        counter("tx-dropped", 0),
                        counter("rx-errors", 0),
                        counter("tx-errors", 0),
                        counter("rx-missed-errors", 0)))
                .setQueues(List.of())
                .setBql(limitBytes > 0 ? List.of(bql(counts, limitBytes)) : List.of())
                .setConfigChanged(false)
                .setAbsent(List.of())
                .setNapi(List.of())
                .build();
    }

    private CounterDelta counter(String counter, long delta) {
        long total = totals.merge(counter, delta, Long::sum);
        byte[] raw = ByteBuffer.allocate(Long.BYTES).putLong(total).array();
        return new CounterDelta(counter, delta, SECOND_NS, Verdict.OK, new U64(raw));
    }

    private static BqlGauges bql(Counts counts, double limitBytes) {
        double mean = counts.inflightBytes / Math.max(1, counts.bqlSamples);
        return BqlGauges.newBuilder()
                .setQueue(0)
                .setLimitBytes((long) limitBytes)
                .setInflightMeanBytes(mean)
                .setInflightMaxBytes((long) counts.inflightMaxBytes)
                .setPressureMean(mean / limitBytes)
                .setPressureMax(counts.inflightMaxBytes / limitBytes)
                .setAtLimitShare((double) counts.atLimit / Math.max(1, counts.bqlSamples))
                .setSamples(counts.bqlSamples)
                .build();
    }

    /** The second that ends then: one zero-copy socket on the only queue, as the BPF iterator shows it. */
    Xsk xsk(long endEpochNs, Counts counts, boolean needWakeup) {
        double duty = (double) counts.flagSet / Math.max(1, counts.flagSamples);
        int samples = (int) counts.flagSamples;
        XskSocket socket = XskSocket.newBuilder()
                .setNetns("")
                .setInterface$(iface)
                .setIfindex(2)
                .setQueue(0)
                .setInode(4242L)
                .setPid(777)
                .setProcess("xdpsock")
                .setZeroCopy(true)
                .setNeedWakeup(needWakeup)
                .setRings(List.of(
                        ring(XskRingKind.RX, null, samples),
                        // Without the bind flag the kernel leaves TX set and fill clear.
                        ring(XskRingKind.TX, needWakeup ? duty : 1.0, samples),
                        ring(XskRingKind.FILL, needWakeup ? duty : 0.0, samples),
                        ring(XskRingKind.COMPLETION, null, samples)))
                .setCounters(List.of())
                .setApplicationCpus(List.of())
                .setInterruptCpus(List.of(0))
                .setSharesInterruptCpu((double) counts.sharedCore / Math.max(1, counts.flagSamples))
                .setAbsent(List.of())
                .build();
        return Xsk.newBuilder()
                .setOrigin(origin(endEpochNs))
                .setIntervalNs(SECOND_NS)
                .setFoundBy(XskFoundBy.BPF_ITERATOR)
                .setSockets(List.of(socket))
                .setAbsent(List.of())
                .build();
    }

    private static XskRing ring(XskRingKind kind, Double needWakeupShare, int samples) {
        return XskRing.newBuilder()
                .setRing(kind)
                .setEntries(2048)
                .setFillMean(0.01)
                .setFillMax(0.05)
                .setAtLimitShare(0.0)
                .setNeedWakeupShare(needWakeupShare)
                .setSamples(samples)
                .setSuspect(0)
                .build();
    }

    /** Everything up to a moment was sent. */
    Agent heartbeat(long epochNs, long watermarkEpochNs, List<String> probes) {
        List<Watermark> watermarks = Stream.concat(SOURCES.stream(), probes.stream())
                .map(source -> new Watermark(source, watermarkEpochNs))
                .toList();
        List<SourceHealth> health = watermarks.stream()
                .map(each -> new SourceHealth(each.getSource(), SourceState.OK, null, heartbeats, 0L, 0L))
                .toList();
        Origin origin = origin(epochNs);
        return Agent.newBuilder()
                .setOrigin(origin)
                .setVersion(Version.current())
                .setStartedEpochNs(startEpochNs)
                .setHeartbeat(heartbeats++)
                .setWatermarks(watermarks)
                .setSources(health)
                .setSampled(sent)
                .setDelivered(sent)
                .setLost(0L)
                .setStalls(0L)
                .setInterfaces(List.of(iface, "lo"))
                .build();
    }
}
