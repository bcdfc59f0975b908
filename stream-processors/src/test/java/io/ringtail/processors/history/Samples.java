package io.ringtail.processors.history;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
}
