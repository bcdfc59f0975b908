package io.ringtail.processors.topology;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.StampedTrip;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Watermark;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A host with an agent, as far as the streams can tell: what it would send, on its own clock. Times of calls are true
 * (the cluster's) seconds; the clock may be ahead.
 */
final class Host {
    static final long SECOND_NS = 1_000_000_000L;

    /** Second 0 of the tests. */
    static final long T0_S = 1_800_000_000L;

    private final Streams streams;
    private final String name;
    private final long clockAheadNs;
    private Long toldOffsetNs;
    private long batch;
    private long heartbeat;
    private List<StampedTrip> stamped;
    private long busyNs = 1_000_000_000_000L;

    Host(Streams streams, String name) {
        this(streams, name, 0, 0L);
    }

    Host(Streams streams, String name, long clockAheadNs, Long toldOffsetNs) {
        this.streams = streams;
        this.name = name;
        this.clockAheadNs = clockAheadNs;
        this.toldOffsetNs = toldOffsetNs;
    }

    static Path path(String prober, String responder) {
        return path(prober, responder, "eth0");
    }

    static Path path(String prober, String responder, String responderInterface) {
        return new Path(
                prober,
                "",
                "eth0",
                responder,
                "",
                responderInterface,
                ProbeKind.UDP_RR,
                40,
                40,
                1,
                Schedule.OPEN,
                1000);
    }

    /** A true second of the test as this host's clock shows it. */
    long clockNs(double second) {
        return T0_S * SECOND_NS + (long) (second * SECOND_NS) + clockAheadNs;
    }

    private static long ms(double second) {
        return T0_S * 1000 + (long) (second * 1000);
    }

    Origin origin(double second) {
        return Origin.newBuilder()
                .setHost(name)
                .setNetns("")
                .setBootId("boot-" + name)
                .setEpochNs(clockNs(second))
                .setMonoNs((long) (second * SECOND_NS))
                .setClockOffsetNs(toldOffsetNs)
                .setClockErrorNs(toldOffsetNs == null ? null : 1_000_000L)
                .build();
    }

    /** From now on the agent measures this offset of its clock. */
    void clockOffset(long offsetNs) {
        toldOffsetNs = offsetNs;
    }

    /** The next batch tells of these trips. */
    void stamped(StampedTrip... trips) {
        stamped = List.of(trips);
    }

    /** A whole second of round trips in four batches, each with so many samples of about so long. */
    void roundTrips(Path path, int second, int each, long rttNs) {
        for (int quarter = 0; quarter < 4; quarter++) {
            batch(path, second + quarter / 4.0, 0.25, each, rttNs, 0, 0L);
        }
    }

    /** One batch; the responder's clock is so far ahead of the true one. */
    RoundTrips batch(Path path, double from, double length, int samples, long rttNs, int lost, Long responderAheadNs) {
        List<Long> rtts =
                LongStream.range(0, samples).mapToObj(i -> rttNs + i * 10).toList();
        return batch(path, from, length, rtts, lost, responderAheadNs);
    }

    RoundTrips batch(Path path, double from, double length, List<Long> rttsNs, Long responderAheadNs) {
        return batch(path, from, length, rttsNs, 0, responderAheadNs);
    }

    private RoundTrips batch(
            Path path, double from, double length, List<Long> rttsNs, int lost, Long responderAheadNs) {
        int samples = rttsNs.size();
        long stepNs = samples == 0 ? 0 : (long) (length * SECOND_NS) / samples;
        busyNs += 10_000L * samples;
        RoundTrips made = RoundTrips.newBuilder()
                .setOrigin(origin(from + length))
                .setPath(path)
                .setProbeName("p")
                .setBatch(batch++)
                .setFromEpochNs(clockNs(from))
                .setToEpochNs(clockNs(from + length))
                .setSendOffsetsNs(IntStream.range(0, samples)
                        .mapToObj(i -> i == 0 ? 0L : stepNs)
                        .toList())
                .setRttsNs(rttsNs)
                .setLostOffsetsNs(LongStream.range(0, lost).boxed().toList())
                .setFlagged(List.of())
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setTimeoutNs(500_000_000L)
                .setStampedTrips(stamped)
                .setProberBusyNs(busyNs)
                .setProberThreadNs(busyNs / 2)
                .setResponderBusyNs(2 * busyNs)
                .setResponderThreadNs(busyNs / 4)
                .setResponderBootId("boot-" + path.getResponderHost())
                .setResponderClockOffsetNs(responderAheadNs == null ? null : responderAheadNs - clockAheadNs)
                .setResponderClockErrorNs(responderAheadNs == null ? null : 50_000L)
                .build();
        stamped = null;
        streams.send(Topics.ROUND_TRIPS, name, made, ms(from + length));
        return made;
    }

    /** Interrupts, CPUs and counters over the second that ends then. */
    void gauges(int end, long packets) {
        gauges(end, packets, Verdict.OK);
    }

    void gauges(int end, long packets, Verdict verdict) {
        Long delta = verdict == Verdict.OK ? packets : null;
        streams.send(
                Topics.INTERRUPTS,
                name,
                new Interrupts(
                        origin(end),
                        SECOND_NS,
                        List.of(0, 1),
                        List.of(new InterruptLine(
                                "24",
                                "PCI-MSIX",
                                1L,
                                "edge",
                                List.of("eth0-rx-0"),
                                List.of(new IrqTarget("eth0", Direction.RX, 0, FoundBy.MSI_IRQS)),
                                verdict,
                                1000L,
                                delta,
                                delta == null ? List.of() : List.of(1),
                                delta == null ? List.of() : List.of(delta))),
                        0,
                        0),
                ms(end));
        streams.send(
                Topics.RINGS,
                name,
                new Rings(
                        origin(end),
                        SECOND_NS,
                        "eth0",
                        2,
                        "virtio_net",
                        List.of(
                                new CounterDelta("rx-packets", delta, SECOND_NS, verdict, new U64(new byte[8])),
                                new CounterDelta("tx-packets", delta, SECOND_NS, verdict, new U64(new byte[8]))),
                        List.of(),
                        List.of(),
                        false,
                        List.of(),
                        null,
                        List.of()),
                ms(end));
        CpuGauges cpu = CpuGauges.newBuilder()
                .setCpu(0)
                .setOnline(true)
                .setBusyNs(SECOND_NS / 4)
                .setVerdict(Verdict.OK)
                .build();
        streams.send(Topics.CPUS, name, new Cpus(origin(end), SECOND_NS, List.of(cpu), 0, 0, List.of()), ms(end));
    }

    /** A heartbeat that says: everything up to this second was sent. */
    void heartbeat(double second) {
        heartbeat(second, second);
    }

    /** A heartbeat that arrives at one second and says that everything up to another was sent. */
    void heartbeat(double second, double watermark) {
        List<Watermark> watermarks = new ArrayList<>();
        for (String source : List.of("interrupts", "cpus", "rings", "settings", "probe:p")) {
            watermarks.add(new Watermark(source, clockNs(watermark)));
        }
        streams.send(
                Topics.AGENTS,
                name,
                Agent.newBuilder()
                        .setOrigin(origin(second))
                        .setVersion("test")
                        .setStartedEpochNs(clockNs(0))
                        .setHeartbeat(heartbeat++)
                        .setWatermarks(watermarks)
                        .setSources(List.of())
                        .setSampled(0L)
                        .setDelivered(0L)
                        .setLost(0L)
                        .setStalls(0L)
                        .setInterfaces(List.of("eth0"))
                        .build(),
                ms(second));
    }

    /** A snapshot of eth0's settings first read then; the last read before found others. */
    void settings(double read, Double lastOldRead, Map<String, String> values) {
        settings(read, lastOldRead, read, values);
    }

    void settings(double read, Double lastOldRead, double sent, Map<String, String> values) {
        settings("interface:eth0", ObjectKind.INTERFACE, "eth0", read, lastOldRead, sent, values);
    }

    void settings(
            String object,
            ObjectKind kind,
            String iface,
            double read,
            Double lastOldRead,
            double sent,
            Map<String, String> values) {
        Settings made = Settings.newBuilder()
                .setOrigin(origin(read))
                .setObject(object)
                .setObjectKind(kind)
                .setInterface$(iface)
                .setTrigger(lastOldRead == null ? ReadTrigger.START : ReadTrigger.REREAD)
                .setPreviousReadEpochNs(lastOldRead == null ? null : clockNs(lastOldRead))
                .setValues(values.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new Setting(
                                each.getKey(),
                                null,
                                each.getValue().isEmpty() ? null : each.getValue(),
                                each.getValue().isEmpty() ? "denied" : null))
                        .toList())
                .build();
        streams.send(Topics.SETTINGS, name + "||" + object, made, ms(sent));
    }

    /** A second in the life of a host that answers: counters, then the heartbeat that covers them. */
    void respond(int second) {
        gauges(second + 1, 500);
        heartbeat(second + 1);
    }

    /** A second in the life of a host that probes. */
    void probe(Path path, int second) {
        roundTrips(path, second, 250, 100_000);
        respond(second);
    }
}
