package io.ringtail.processors.history;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records for tests of the history. */
final class Samples {
    /** Start of the tests' time line: 2026-01-01. */
    static final long START_NS = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L;

    static final long SECOND_NS = 1_000_000_000L;

    private Samples() {}

    static Path path(String prober) {
        return Path.newBuilder()
                .setProberHost(prober)
                .setProberNetns("")
                .setProberInterface("eth0")
                .setResponderHost("b")
                .setResponderNetns("")
                .setResponderInterface("eth1")
                .setProbe(ProbeKind.UDP_RR)
                .setRequestBytes(40)
                .setResponseBytes(40)
                .setSessions(1)
                .setSchedule(Schedule.OPEN)
                .setRatePerSecond(1000)
                .build();
    }

    /** A window of a path, a number of seconds after the start, with these round trips. */
    static Window window(String prober, int second, int revision, long... rttsNs) {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        Arrays.stream(rttsNs).forEach(ns -> counts.merge(BucketLayout.index(ns), 1L, Long::sum));
        Path path = path(prober);
        return Window.newBuilder()
                .setPathId(Paths.id(path))
                .setPath(path)
                .setStartEpochNs(START_NS + second * SECOND_NS)
                .setDurationNs(SECOND_NS)
                .setRevision(revision)
                .setCompleteness(revision == 0 ? Completeness.PROBER_ONLY : Completeness.COMPLETE)
                .setEpochId("e1")
                .setBucketIndices(new ArrayList<>(counts.keySet()))
                .setBucketCounts(new ArrayList<>(counts.values()))
                .setMinNs(
                        rttsNs.length == 0 ? null : Arrays.stream(rttsNs).min().getAsLong())
                .setMaxNs(
                        rttsNs.length == 0 ? null : Arrays.stream(rttsNs).max().getAsLong())
                .setMeanNs(
                        rttsNs.length == 0
                                ? null
                                : Arrays.stream(rttsNs).average().getAsDouble())
                .setPercentiles(List.of())
                .setSent(rttsNs.length)
                .setReceived(rttsNs.length)
                .setLost(0)
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setFlagged(0)
                .setTransactionsPerSecond((double) rttsNs.length)
                .setProber(end(prober, "eth0", 20_000.0))
                .setResponder(revision == 0 ? null : end("b", "eth1", 15_000.0))
                .setRemarks(List.of())
                .build();
    }

    private static EndState end(String host, String device, double busyNs) {
        return EndState.newBuilder()
                .setHost(host)
                .setNetns("")
                .setInterface$(device)
                .setSettingsId("s")
                .setBusyNsPerTransaction(busyNs)
                .setThreadNsPerTransaction(null)
                .setClockOffsetNs(null)
                .setGauges(List.of())
                .build();
    }

    static Origin origin(String host, long epochNs) {
        return Origin.newBuilder()
                .setHost(host)
                .setNetns("")
                .setBootId("boot")
                .setEpochNs(epochNs)
                .setMonoNs(1)
                .build();
    }

    static Settings settings(String host, long epochNs, Map<String, String> values) {
        return Settings.newBuilder()
                .setOrigin(origin(host, epochNs))
                .setObject("interface:eth0")
                .setObjectKind(ObjectKind.INTERFACE)
                .setInterface$("eth0")
                .setTrigger(ReadTrigger.REREAD)
                .setValues(new TreeMap<>(values)
                        .entrySet().stream()
                                .map(each -> new Setting(each.getKey(), null, each.getValue(), null))
                                .toList())
                .build();
    }

    static Change change(String id, long toEpochNs) {
        return Change.newBuilder()
                .setChangeId(id)
                .setHost("a")
                .setNetns("")
                .setObject("interface:eth0")
                .setInterface$("eth0")
                .setFromEpochNs(toEpochNs - 10_000_000)
                .setToEpochNs(toEpochNs)
                .setTrigger(ReadTrigger.NOTIFICATION)
                .setKnobs(List.of(
                        new KnobChange("coalesce.rx-usecs", null, "18", "100", "us"),
                        new KnobChange("irq.affinity", "rx-0", null, "0-1", "")))
                .setPaths(List.of(new AffectedPath("p1", End.PROBER), new AffectedPath("p2", End.RESPONDER)))
                .build();
    }

    /** What the history makes of {@link #change}. */
    static ChangeEntry changeEntry(String id, long toEpochNs) {
        return new ChangeEntry(
                id,
                toEpochNs - 10_000_000,
                toEpochNs,
                "a",
                null,
                "interface:eth0",
                "eth0",
                "NOTIFICATION",
                List.of(
                        new ChangeEntry.Knob("coalesce.rx-usecs", null, "18", "100", "us"),
                        new ChangeEntry.Knob("irq.affinity", "rx-0", null, "0-1", null)),
                List.of(new ChangeEntry.Path("p1", "PROBER"), new ChangeEntry.Path("p2", "RESPONDER")),
                false);
    }

    /** Counters of eth0: received packets over the interval before a moment. */
    static Rings rings(String host, long endEpochNs, long rxPackets, long intervalNs) {
        return Rings.newBuilder()
                .setOrigin(origin(host, endEpochNs))
                .setIntervalNs(intervalNs)
                .setInterface$("eth0")
                .setIfindex(2)
                .setCounters(List.of(CounterDelta.newBuilder()
                        .setName("rx-packets")
                        .setDelta(rxPackets)
                        .setIntervalNs(intervalNs)
                        .setVerdict(Verdict.OK)
                        .setRaw(new U64(new byte[8]))
                        .build()))
                .setQueues(List.of())
                .setBql(List.of())
                .setAbsent(List.of())
                .setNapi(List.of())
                .build();
    }

    static Agent agent(String host, long epochNs) {
        return Agent.newBuilder()
                .setOrigin(origin(host, epochNs))
                .setVersion("0.1.0")
                .setStartedEpochNs(epochNs - SECOND_NS)
                .setHeartbeat(1)
                .setWatermarks(List.of())
                .setSources(List.of(
                        new SourceHealth("cpus", SourceState.OK, null, 1L, 0L, 0L),
                        new SourceHealth("rings", SourceState.DEGRADED, "no qstats before kernel 6.9", 1L, 0L, 0L)))
                .setSampled(7)
                .setDelivered(6)
                .setLost(1)
                .setStalls(0)
                .setInterfaces(List.of("eth0"))
                .build();
    }
}
