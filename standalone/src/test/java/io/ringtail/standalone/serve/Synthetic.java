package io.ringtail.standalone.serve;

import io.ringtail.processors.analysis.Segments;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertSeverity;
import io.ringtail.schemas.record.AlertState;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.ShiftedMetric;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.schemas.record.StampedTrip;
import io.ringtail.schemas.record.SuspectKind;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.TrustedRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Records of two made-up hosts, a and b, for tests of the page. Deterministic for a seed; marked as simulated or not. */
final class Synthetic {
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_S = 1_000_000_000;

    static {
        TrustedRecords.trust();
    }

    private final Random random = new Random(20260101);
    private final boolean simulated;

    Synthetic(boolean simulated) {
        this.simulated = simulated;
    }

    static Path path(String fromHost, String fromIf, String toHost, String toIf) {
        return Path.newBuilder()
                .setProberHost(fromHost)
                .setProberNetns("")
                .setProberInterface(fromIf)
                .setResponderHost(toHost)
                .setResponderNetns("")
                .setResponderInterface(toIf)
                .setProbe(ProbeKind.UDP_RR)
                .setRequestBytes(40)
                .setResponseBytes(40)
                .setSessions(1)
                .setSchedule(Schedule.OPEN)
                .setRatePerSecond(1000)
                .build();
    }

    /** A window of 1,000 round trips around a median, with a tail of a factor. */
    Window window(Path path, long startMs, double medianNs, double tail, int lost) {
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 1000 - lost; i++) {
            double spread = Math.exp(random.nextGaussian() * 0.16);
            boolean slow = random.nextInt(100) < 2;
            long value = (long) (medianNs * spread * (slow ? 1 + random.nextDouble() * tail : 1));
            values.add(value);
            buckets.merge(BucketLayout.index(value), 1L, Long::sum);
        }
        values.sort(null);
        return Window.newBuilder()
                .setPathId(Paths.id(path))
                .setPath(path)
                .setStartEpochNs(startMs * NS_PER_MS)
                .setDurationNs(NS_PER_S)
                .setRevision(0)
                .setCompleteness(Completeness.COMPLETE)
                .setBucketIndices(new ArrayList<>(buckets.keySet()))
                .setBucketCounts(new ArrayList<>(buckets.values()))
                .setMinNs(values.getFirst())
                .setMaxNs(values.getLast())
                .setMeanNs(values.stream().mapToLong(Long::longValue).average().orElseThrow())
                .setPercentiles(percentiles(values, lost))
                .setSent(1000)
                .setReceived(values.size())
                .setLost(lost)
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setFlagged(0)
                .setTransactionsPerSecond((double) values.size())
                .setProber(end(path.getProberHost(), path.getProberInterface(), 31_000))
                .setResponder(end(path.getResponderHost(), path.getResponderInterface(), 24_000))
                .setRemarks(List.of())
                .setSegments(segments((long) medianNs))
                .setSimulated(simulated)
                .build();
    }

    /** Ten stamped round trips, half of whose time is the two wake-ups. */
    private static List<SegmentTimes> segments(long wholeNs) {
        Segments segments = new Segments();
        long tenth = wholeNs / 10;
        for (int i = 0; i < 10; i++) {
            segments.add(new StampedTrip(0L, 0L, tenth, 3 * tenth, 3 * tenth, tenth, 2 * tenth));
        }
        return segments.times();
    }

    /** A shift of p99 that nobody announced, with one suspect. */
    static TailShift shift(Path path, long atMs) {
        return TailShift.newBuilder()
                .setShiftId("shift-" + atMs)
                .setPathId(Paths.id(path))
                .setPath(path)
                .setEpochId("epoch")
                .setMetric(ShiftedMetric.P99)
                .setAtEpochNs(atMs * NS_PER_MS)
                .setFoundEpochNs(atMs * NS_PER_MS + 60 * NS_PER_S)
                .setBefore(40_000)
                .setAfter(90_000)
                .setSize(2.25)
                .setSizeLow(2.1)
                .setSizeHigh(2.4)
                .setP(0.001)
                .setWindowsBefore(240)
                .setWindowsAfter(240)
                .setSuspects(List.of(ShiftSuspect.newBuilder()
                        .setKind(SuspectKind.SETTING_OF_HOST)
                        .setEnd("responder")
                        .setWhat("irq.affinity of eth9 0 -> 3")
                        .setApartNs(3 * NS_PER_S)
                        .build()))
                .build();
    }

    /** An alert about a path; resolved where that is not null. */
    static Alert alert(Path path, String rule, AlertSeverity severity, long sinceMs, Long resolvedMs) {
        return Alert.newBuilder()
                .setAlertId("alert-" + rule)
                .setTransitionId("transition-" + rule + resolvedMs)
                .setRule(rule)
                .setSeverity(severity)
                .setState(resolvedMs == null ? AlertState.FIRING : AlertState.RESOLVED)
                .setLabels(Map.of("path", Paths.label(path)))
                .setSinceEpochNs(sinceMs * NS_PER_MS)
                .setResolvedEpochNs(resolvedMs == null ? null : resolvedMs * NS_PER_MS)
                .setSummary("summary of " + rule)
                .setUnit("")
                .setResolution(resolvedMs == null ? null : "cleared")
                .build();
    }

    /** One gauge that moves with the tail. */
    static TailAssociations associations(Path path, long toMs) {
        return TailAssociations.newBuilder()
                .setAssociationsId("associations-" + toMs)
                .setPathId(Paths.id(path))
                .setPath(path)
                .setFromEpochNs((toMs - 600_000) * NS_PER_MS)
                .setToEpochNs(toMs * NS_PER_MS)
                .setWindows(560)
                .setEpochs(1)
                .setTests(24)
                .setTail("the window's p99")
                .setMoving(List.of(MovingGauge.newBuilder()
                        .setEnd(End.RESPONDER)
                        .setName("bql.pressure")
                        .setOverQueues("max")
                        .setHigh("at least 0.8")
                        .setTimeHigh(0.12)
                        .setTailInHigh(0.71)
                        .setLift(18.0)
                        .setLiftLow(12.0)
                        .setLiftHigh(25.0)
                        .setLag(0)
                        .setCorrelation(0.62)
                        .setCorrelationLow(0.55)
                        .setCorrelationHigh(0.68)
                        .setP(1e-9)
                        .setAdjustedP(1e-8)
                        .setGivenLoad(0.58)
                        .setGivenLoadP(1e-8)
                        .build()))
                .setNoneFound(List.of("responder.irq.rate"))
                .setConstant(List.of())
                .setRateDriven(List.of())
                .setTooFew(List.of())
                .build();
    }

    private static List<Percentile> percentiles(List<Long> sorted, int lost) {
        return List.of(50.0, 90.0, 95.0, 99.0, 99.9).stream()
                .map(percent -> {
                    int rank = (int) Math.ceil(percent / 100 * sorted.size());
                    boolean few = sorted.size() - rank < 10 && percent > 99;
                    boolean loss = lost > 1000 * (1 - percent / 100);
                    return Percentile.newBuilder()
                            .setPercent(percent)
                            .setValueNs(few || loss ? null : sorted.get(rank - 1))
                            .setAbsence(
                                    loss
                                            ? "more lost (" + lost + ") than the tail in question"
                                            : few ? "fewer than 10 samples beyond it" : null)
                            .build();
                })
                .toList();
    }

    private EndState end(String host, String iface, double busyNs) {
        return EndState.newBuilder()
                .setHost(host)
                .setNetns("")
                .setInterface$(iface)
                .setSettingsId("5e77")
                .setBusyNsPerTransaction(busyNs + random.nextInt(4000))
                .setThreadNsPerTransaction(busyNs / 4 + random.nextInt(900))
                .setGauges(List.of(
                        gauge("irq.rate", "rx-0", 1400 + random.nextInt(300)),
                        gauge("irq.rate", "rx-1", 600 + random.nextInt(200)),
                        gauge("queue.drops", "rx-0", 0),
                        gauge("cpu.busy", null, 0.5),
                        gauge("cpu.softirq-share", null, 0.03 + random.nextDouble() * 0.02)))
                .build();
    }

    private static Gauge gauge(String name, String queue, double value) {
        return Gauge.newBuilder().setName(name).setQueue(queue).setValue(value).build();
    }

    static Change change(
            String host, String iface, long ms, String knob, String oldValue, String newValue, Path path, End end) {
        return Change.newBuilder()
                .setChangeId(host + iface + knob + ms)
                .setHost(host)
                .setNetns("")
                .setObject("interface:" + iface)
                .setInterface$(iface)
                .setFromEpochNs((ms - 40) * NS_PER_MS)
                .setToEpochNs(ms * NS_PER_MS)
                .setTrigger(ReadTrigger.NOTIFICATION)
                .setKnobs(List.of(KnobChange.newBuilder()
                        .setName(knob)
                        .setOldValue(oldValue)
                        .setNewValue(newValue)
                        .setUnit(io.ringtail.schemas.knob.Knobs.unit(knob))
                        .build()))
                .setPaths(List.of(AffectedPath.newBuilder()
                        .setPathId(Paths.id(path))
                        .setEnd(end)
                        .build()))
                .build();
    }

    /** What changes did: p50 and p99 before and after, over histograms of such windows. */
    Effect effect(
            String id, Path path, long ms, List<String> changes, List<EffectKnob> knobs, double before, double after) {
        Window one = window(path, ms - 1000, before, 9, 0);
        Window other = window(path, ms + 3000, after, 9, 0);
        boolean confounded = knobs.stream().map(EffectKnob::getGroup).distinct().count() > 1;
        return Effect.newBuilder()
                .setEffectId(id)
                .setPathId(Paths.id(path))
                .setPath(path)
                .setChangeIds(changes)
                .setEpochBefore("before")
                .setEpochAfter("after")
                .setChangeEpochNs(ms * NS_PER_MS)
                .setLook(120)
                .setLastLook(120)
                .setKnobs(knobs)
                .setNotKnownConstant(List.of())
                .setConfounded(confounded)
                .setVerdict(after > before ? EffectVerdict.REGRESSED : EffectVerdict.IMPROVED)
                .setProvisional(List.of())
                .setRemarks(List.of())
                .setMetrics(List.of(metric("p50", before, after), metric("p99", 1.5 * before, 1.5 * after)))
                .setBeforeIndices(one.getBucketIndices())
                .setBeforeCounts(one.getBucketCounts())
                .setAfterIndices(other.getBucketIndices())
                .setAfterCounts(other.getBucketCounts())
                .setSimulated(simulated)
                .build();
    }

    static EffectKnob knob(String name, String oldValue, String newValue, String unit) {
        return new EffectKnob(name, List.of(), oldValue, newValue, unit, name);
    }

    private static MetricEffect metric(String name, double before, double after) {
        return MetricEffect.newBuilder()
                .setMetric(name)
                .setUnit("ns")
                .setBefore(before)
                .setAfter(after)
                .setDifference(after - before)
                .setLow(after - before - 1000)
                .setHigh(after - before + 1000)
                .setRatio(after / before)
                .setLogRatio(Math.log(after / before))
                .setP(0.0)
                .setAdjustedP(0.0)
                .setLevel(0.05)
                .setPlacebos(60)
                .setBand(0.04)
                .setSignificant(true)
                .setVerdict(after > before ? EffectVerdict.REGRESSED : EffectVerdict.IMPROVED)
                .build();
    }

    private Origin origin(String host, long ms) {
        return Origin.newBuilder()
                .setHost(host)
                .setNetns("")
                .setBootId("b007-" + host)
                .setEpochNs(ms * NS_PER_MS)
                .setMonoNs(ms * NS_PER_MS / 7)
                .setClockOffsetNs(120_000L)
                .setClockErrorNs(240_000L)
                .setSimulated(simulated)
                .build();
    }

    Agent agent(String host, long ms, List<String> interfaces) {
        return Agent.newBuilder()
                .setOrigin(origin(host, ms))
                .setVersion("0.1.0")
                .setStartedEpochNs((ms - 840_000) * NS_PER_MS)
                .setHeartbeat(840)
                .setWatermarks(List.of())
                .setSources(List.of(
                        health("interrupts", SourceState.OK, null),
                        health("cpus", SourceState.OK, null),
                        health("rings", SourceState.DEGRADED, "queue statistics of eth1: EOPNOTSUPP from veth"),
                        health("settings", SourceState.OK, null),
                        health("xsk", SourceState.UNAVAILABLE, "needs CAP_BPF and CAP_PERFMON: run as root")))
                .setSampled(12_480)
                .setDelivered(12_478)
                .setLost(0)
                .setStalls(2)
                .setInterfaces(interfaces)
                .build();
    }

    private static SourceHealth health(String name, SourceState state, String reason) {
        return SourceHealth.newBuilder()
                .setName(name)
                .setState(state)
                .setReason(reason)
                .setReads(840)
                .setFailures(0)
                .setSkipped(0)
                .build();
    }

    Settings settings(String host, String iface, long ms, String rxUsecs) {
        return Settings.newBuilder()
                .setOrigin(origin(host, ms))
                .setObject("interface:" + iface)
                .setObjectKind(ObjectKind.INTERFACE)
                .setInterface$(iface)
                .setTrigger(ReadTrigger.REREAD)
                .setValues(List.of(
                        setting("bql.limit-max", "tx-0", "1879048192", null),
                        setting("channels.combined", null, "4", null),
                        setting("coalesce.adaptive-rx", null, "off", null),
                        setting("coalesce.rx-frames", null, null, "unsupported"),
                        setting("coalesce.rx-usecs", null, rxUsecs, null),
                        setting("driver.name", null, "virtio_net", null),
                        setting("driver.version", null, "1.0.0", null),
                        setting("feature.gro", null, "on", null),
                        setting("feature.tx-nocache-copy", null, "off", null),
                        setting("irq.affinity", "irq-41", "0-3", null),
                        setting("irq.affinity", "irq-42", null, "denied (CAP_NET_ADMIN)"),
                        setting("link.mtu", null, "1500", null),
                        setting("link.qdisc", null, "mq", null),
                        setting("link.speed", null, "10000", null),
                        setting("link.up", null, "on", null),
                        setting("ring.rx", null, "1024", null),
                        setting("ring.rx-max", null, "4096", null),
                        setting("ring.tx", null, "1024", null)))
                .build();
    }

    private static Setting setting(String name, String queue, String value, String absence) {
        return Setting.newBuilder()
                .setName(name)
                .setQueue(queue)
                .setValue(value)
                .setAbsence(absence)
                .build();
    }

    Rings rings(String host, String iface, long ms, long drops) {
        return Rings.newBuilder()
                .setOrigin(origin(host, ms))
                .setIntervalNs(NS_PER_S)
                .setInterface$(iface)
                .setIfindex(2)
                .setDriver("virtio_net")
                .setCounters(List.of(
                        delta("rx-packets", 2100 + random.nextInt(300)),
                        delta("tx-packets", 2050 + random.nextInt(300)),
                        delta("rx-bytes", 214_000 + random.nextInt(30000)),
                        delta("tx-bytes", 209_000 + random.nextInt(30000)),
                        delta("rx-dropped", drops),
                        delta("tx-dropped", 0),
                        delta("rx-errors", 0)))
                .setQueues(IntStream.range(0, 4)
                        .mapToObj(queue -> QueueCounters.newBuilder()
                                .setDirection(queue < 2 ? Direction.RX : Direction.TX)
                                .setQueue(queue % 2)
                                .setCounters(List.of(
                                        delta("packets", 1000 + random.nextInt(200)),
                                        delta("bytes", 104_000 + random.nextInt(9000)),
                                        delta("drops", queue == 0 ? drops : 0)))
                                .build())
                        .toList())
                .setBql(IntStream.range(0, 2)
                        .mapToObj(queue -> BqlGauges.newBuilder()
                                .setQueue(queue)
                                .setLimitBytes(3028)
                                .setInflightMeanBytes(410 + random.nextInt(200))
                                .setInflightMaxBytes(queue == 0 ? 2900 : 1514)
                                .setPressureMean(0.15)
                                .setPressureMax(queue == 0 ? 0.96 : 0.5)
                                .setAtLimitShare(queue == 0 ? 0.02 : 0)
                                .setSamples(100)
                                .build())
                        .toList())
                .setAbsent(List.of(Absence.newBuilder()
                        .setName("queue.stops")
                        .setReason("unsupported")
                        .build()))
                .setNapi(List.of())
                .build();
    }

    private static CounterDelta delta(String name, long delta) {
        return CounterDelta.newBuilder()
                .setName(name)
                .setDelta(delta)
                .setIntervalNs(NS_PER_S)
                .setVerdict(Verdict.OK)
                .setRaw(new U64(new byte[8]))
                .build();
    }

    Interrupts interrupts(String host, String iface, long ms) {
        return Interrupts.newBuilder()
                .setOrigin(origin(host, ms))
                .setIntervalNs(NS_PER_S)
                .setOnlineCpus(List.of(0, 1, 2, 3))
                .setLines(IntStream.range(0, 4).mapToObj(i -> line(iface, i)).toList())
                .setSkippedNoCounters(0)
                .setSkippedShortRows(0)
                .build();
    }

    private InterruptLine line(String iface, int i) {
        List<Integer> cpus = i == 3 ? List.of(0, 1, 2, 3) : List.of(i);
        List<Long> deltas =
                cpus.stream().map(cpu -> 200L + random.nextInt(1200)).toList();
        return InterruptLine.newBuilder()
                .setLabel(Integer.toString(41 + i))
                .setChip("PCI-MSIX-0000:00:04.0")
                .setHwirq((long) i)
                .setTrigger("edge")
                .setActions(List.of("virtio0-" + (i < 2 ? "input." : "output.") + i % 2))
                .setTargets(List.of(IrqTarget.newBuilder()
                        .setInterface$(iface)
                        .setDirection(i < 2 ? Direction.RX : Direction.TX)
                        .setQueue(i % 2)
                        .setFoundBy(FoundBy.MSI_IRQS)
                        .build()))
                .setVerdict(Verdict.OK)
                .setTotal(100_000L)
                .setDeltaTotal(deltas.stream().mapToLong(Long::longValue).sum())
                .setCpus(cpus)
                .setDeltas(deltas)
                .build();
    }

    Cpus cpus(String host, long ms) {
        return Cpus.newBuilder()
                .setOrigin(origin(host, ms))
                .setIntervalNs(NS_PER_S)
                .setCpus(IntStream.range(0, 4).mapToObj(this::cpu).toList())
                .setSkippedLines(0)
                .setAbsent(List.of())
                .build();
    }

    private CpuGauges cpu(int cpu) {
        return CpuGauges.newBuilder()
                .setCpu(cpu)
                .setOnline(true)
                .setBusyNs(60_000_000L + cpu * 90_000_000L + random.nextInt(40_000_000))
                .setSoftirqNs(20_000_000L + random.nextInt(20_000_000))
                .setIrqNs(0L)
                .setStealNs(0L)
                .setNetRxSoftirqs(800L + random.nextInt(200))
                .setNetTxSoftirqs(4L)
                .setSoftnetProcessed(1000L)
                .setSoftnetDropped(0L)
                .setSoftnetTimeSqueeze(cpu == 2 ? 3L : 0L)
                .setVerdict(Verdict.OK)
                .build();
    }
}
