package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.StampedTrip;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each point of how the streams stay right, under virtual time. */
@Timeout(120)
class StreamsTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final Path PATH = Host.path("a", "b");

    private final Streams streams = new Streams(Host.T0_S * 1000);
    private final Host a = new Host(streams, "a");
    private final Host b = new Host(streams, "b");

    @AfterEach
    void close() {
        streams.close();
    }

    @Test
    void aWindowIsPublishedWhenTheProberPassedItAndAgainWhenBothEndsDid() {
        a.roundTrips(PATH, 0, 250, 100_000);

        assertThat(streams.revisions()).extracting(Window::getCompleteness).containsExactly(Completeness.PROBER_ONLY);
        assertThat(streams.revisions()).extracting(Window::getRevision).containsExactly(0);
        a.respond(0);
        assertThat(streams.revisions()).hasSize(1);
        b.respond(0);
        assertThat(streams.revisions())
                .extracting(Window::getCompleteness)
                .containsExactly(Completeness.PROBER_ONLY, Completeness.COMPLETE);
        assertThat(streams.revisions().get(1).getRevision()).isEqualTo(1);
    }

    @Test
    void aWindowHasTheSamplesPercentilesGaugesAndServiceDemandOfItsSecond() {
        for (int second = 0; second < 3; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }

        Window window = standing(1);
        assertThat(window.getPathId()).isEqualTo(Paths.id(PATH));
        assertThat(window.getReceived()).isEqualTo(1000);
        assertThat(window.getTransactionsPerSecond()).isEqualTo(1000.0);
        assertThat(window.getMinNs()).isEqualTo(100_000);
        assertThat(window.getMaxNs()).isEqualTo(102_490);
        SparseHistogram samples = new SparseHistogram();
        for (int quarter = 0; quarter < 4; quarter++) {
            for (int i = 0; i < 250; i++) {
                samples.add(100_000 + i * 10L);
            }
        }
        assertThat(window.getPercentiles())
                .extracting(Percentile::getValueNs)
                .containsExactlyElementsOf(Percentiles.of(samples, 0).stream()
                        .map(Percentile::getValueNs)
                        .toList());
        assertThat(gauge(window.getProber().getGauges(), "irq.rate")).isEqualTo(500.0);
        assertThat(gauge(window.getResponder().getGauges(), "interface.rx-packets"))
                .isEqualTo(500.0);
        assertThat(gauge(window.getResponder().getGauges(), "cpu.busy")).isEqualTo(0.25);
        assertThat(window.getProber().getBusyNsPerTransaction()).isEqualTo(10_000.0);
        assertThat(window.getResponder().getBusyNsPerTransaction()).isEqualTo(20_000.0);
        assertThat(window.getRemarks()).isEmpty();
        assertThat(standing(0).getProber().getBusyNsPerTransaction()).isNull();
    }

    @Test
    void theInterfacesBelowAnEndsOwnBelongToIt() {
        Path overMacvlan = Host.path("a", "b", "mac0");
        b.settings("interface:mac0", ObjectKind.INTERFACE, "mac0", 0, null, 0, Map.of("link.lower", "eth0"));
        b.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        for (int second = 0; second < 4; second++) {
            a.probe(overMacvlan, second);
            b.respond(second);
        }
        b.settings(4, 3.5, Map.of("coalesce.rx-usecs", "100"));

        assertThat(of(overMacvlan, 2).getResponder().getGauges())
                .contains(new Gauge("interface.rx-packets", "eth0", 500.0), new Gauge("irq.rate", "eth0/rx-0", 500.0));
        assertThat(streams.changes())
                .filteredOn(change -> change.getObject().equals("interface:eth0"))
                .last()
                .satisfies(change -> assertThat(change.getPaths())
                        .extracting(AffectedPath::getPathId)
                        .contains(Paths.id(overMacvlan)));
    }

    @Test
    void aHostOneHourAheadIsPlacedOnTheClustersLineAndMakesNobodyLate() {
        Host fast = new Host(streams, "fast", HOUR_NS, HOUR_NS + 20_000_000L);
        Path fromFast = Host.path("fast", "b");
        for (int second = 0; second < 4; second++) {
            fast.roundTrips(fromFast, second, 250, 100_000);
            fast.respond(second);
            a.probe(PATH, second);
            b.respond(second);
        }

        assertThat(starts(PATH)).containsExactly(0L, 1L, 2L, 3L);
        assertThat(starts(fromFast)).containsExactly(0L, 1L, 2L, 3L);
        assertThat(streams.standing()).extracting(Window::getCompleteness).containsOnly(Completeness.COMPLETE);
        assertThat(streams.standing()).extracting(Window::getReceived).containsOnly(1000L);
        Window placed = of(fromFast, 1);
        assertThat(placed.getRemarks()).containsExactly("clock-corrected");
        assertThat(placed.getProber().getClockOffsetNs()).isEqualTo(HOUR_NS);
        assertThat(gauge(placed.getProber().getGauges(), "irq.rate")).isEqualTo(500.0);
        assertThat(gauge(placed.getResponder().getGauges(), "irq.rate")).isEqualTo(500.0);
        assertThat(of(PATH, 1).getRemarks()).isEmpty();
    }

    @Test
    void aRespondersWrongClockIsMappedByThePathsOwnOffset() {
        Host fast = new Host(streams, "c", HOUR_NS, HOUR_NS);
        Path toFast = Host.path("a", "c");
        for (int second = 0; second < 3; second++) {
            a.batch(toFast, second, 1, 1000, 100_000, 0, HOUR_NS);
            a.respond(second);
            fast.gauges(second + 1, 100 + second);
            fast.heartbeat(second + 1);
        }

        Window window = of(toFast, 1);
        assertThat(window.getCompleteness()).isEqualTo(Completeness.COMPLETE);
        assertThat(gauge(window.getResponder().getGauges(), "irq.rate")).isEqualTo(101.0);
        assertThat(window.getResponder().getClockOffsetNs()).isEqualTo(HOUR_NS);
    }

    @Test
    void anHourAheadBeforeTheOffsetIsKnownDoesNotPoisonWhatFollows() {
        Host unaware = new Host(streams, "fast", HOUR_NS, null);
        Host aware = new Host(streams, "fast", HOUR_NS, HOUR_NS);
        Path path = Host.path("fast", "b");
        unaware.roundTrips(path, 0, 250, 100_000);
        for (int second = 1; second < 6; second++) {
            aware.roundTrips(path, second, 250, 100_000);
            aware.respond(second);
            b.respond(second);
        }

        assertThat(starts(path)).containsExactly(1L, 2L, 3L, 4L, 5L, 3600L);
        assertThat(of(path, 3).getCompleteness()).isEqualTo(Completeness.COMPLETE);
        assertThat(streams.deadLetters()).isEmpty();
    }

    @Test
    void aFlushedSpoolIsAsGoodAsDataInTimeAndMakesNobodyLate() {
        Path fromSpool = Host.path("s", "b");
        Host spooled = new Host(streams, "s");
        for (int second = 0; second < 60; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }
        for (int second = 0; second < 60; second++) {
            spooled.probe(fromSpool, second);
        }
        b.respond(60);

        assertThat(starts(fromSpool)).hasSize(60);
        assertThat(starts(PATH)).hasSize(60);
        assertThat(of(fromSpool, 20).getCompleteness()).isEqualTo(Completeness.COMPLETE);
        assertThat(gauge(of(fromSpool, 20).getProber().getGauges(), "irq.rate")).isEqualTo(500.0);
        assertThat(of(fromSpool, 20).getReceived()).isEqualTo(1000);
    }

    @Test
    void aBatchThatComesLateMakesAFurtherRevision() {
        a.batch(PATH, 0, 0.5, 500, 100_000, 0, 0L);
        for (int second = 1; second < 4; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }
        Window before = standing(0);
        a.batch(PATH, 0.5, 0.5, 500, 100_000, 0, 0L);

        assertThat(before.getReceived()).isEqualTo(500);
        assertThat(standing(0).getReceived()).isEqualTo(1000);
        assertThat(standing(0).getRevision()).isGreaterThan(before.getRevision());
    }

    @Test
    void aStampedTripBelongsToTheSecondThatItWasSentIn() {
        a.batch(PATH, 0, 1, 500, 100_000, 0, 0L);
        a.stamped(
                new StampedTrip(a.clockNs(0.95), 1L, 2L, 3L, 4L, 5L, 6L),
                new StampedTrip(a.clockNs(1.05), 10L, 20L, 30L, 40L, 50L, 60L),
                new StampedTrip(a.clockNs(1.15), 10L, 20L, 30L, 40L, 50L, 62L));
        a.batch(PATH, 1, 1, 500, 100_000, 0, 0L);
        a.batch(PATH, 2, 1, 500, 100_000, 0, 0L);
        a.respond(2);
        b.respond(2);

        assertThat(standing(0).getSegments())
                .extracting(SegmentTimes::getMeanNs)
                .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
        assertThat(standing(1).getSegments())
                .extracting(SegmentTimes::getSegment)
                .containsExactly(Segment.values());
        SegmentTimes last = standing(1).getSegments().getLast();
        assertThat(last.getMeanNs()).isEqualTo(61.0);
        assertThat(last.getBucketCounts()).containsExactly(1L, 1L);
        assertThat(standing(2).getSegments()).isNull();
        assertThat(standing(0).getReceived()).isEqualTo(500);
    }

    @Test
    void aSilentResponderIsGivenUpAfterFiveSecondsAndItsLateDataComplete() {
        for (int second = 0; second < 8; second++) {
            a.probe(PATH, second);
        }

        assertThat(standing(0).getCompleteness()).isEqualTo(Completeness.RESPONDER_MISSING);
        assertThat(standing(2).getCompleteness()).isEqualTo(Completeness.RESPONDER_MISSING);
        assertThat(standing(3).getCompleteness()).isEqualTo(Completeness.PROBER_ONLY);
        assertThat(standing(0).getResponder()).isNull();
        for (int second = 0; second < 8; second++) {
            b.respond(second);
        }
        assertThat(streams.standing()).extracting(Window::getCompleteness).containsOnly(Completeness.COMPLETE);
        assertThat(gauge(standing(0).getResponder().getGauges(), "irq.rate")).isEqualTo(500.0);
    }

    @Test
    void aResponderThatIsNotRingtailIsNeverWaitedFor() {
        Path stranger = Host.path("a", "192.0.2.1", "");
        a.probe(stranger, 0);

        assertThat(of(stranger, 0).getCompleteness()).isEqualTo(Completeness.RESPONDER_MISSING);
    }

    @Test
    void aLoopbackPathIsCompletedByItsOneHost() {
        Path loopback = Host.path("a", "a");
        a.probe(loopback, 0);
        a.probe(loopback, 1);

        assertThat(of(loopback, 1).getCompleteness()).isEqualTo(Completeness.COMPLETE);
        assertThat(gauge(of(loopback, 1).getResponder().getGauges(), "irq.rate"))
                .isEqualTo(500.0);
    }

    @Test
    void aSilentProbersLastWindowIsClosedByTheWallClock() {
        a.probe(PATH, 0);
        b.respond(0);
        a.batch(PATH, 1, 0.25, 250, 100_000, 0, 0L);
        assertThat(starts(PATH)).containsExactly(0L);
        streams.elapse(Duration.ofSeconds(4));
        assertThat(starts(PATH)).containsExactly(0L);
        streams.elapse(Duration.ofSeconds(4));

        assertThat(standing(1).getCompleteness()).isEqualTo(Completeness.PROBER_SILENT);
        assertThat(standing(1).getReceived()).isEqualTo(250);
        assertThat(standing(1).getTransactionsPerSecond()).isNull();
        int revisions = streams.revisions().size();
        streams.elapse(Duration.ofMinutes(1));
        assertThat(streams.revisions()).hasSize(revisions);
    }

    @Test
    void aReplayCallsNobodySilent() {
        try (Streams replay = new Streams(Host.T0_S * 1000 + 3_600_000)) {
            Host old = new Host(replay, "a");
            old.probe(PATH, 0);
            old.batch(PATH, 1, 0.25, 250, 100_000, 0, 0L);
            replay.elapse(Duration.ofMinutes(2));

            assertThat(replay.standing())
                    .extracting(Window::getCompleteness)
                    .doesNotContain(Completeness.PROBER_SILENT);
        }
    }

    @Test
    void aKilledAgentLeavesAGapAndNoZeros() {
        a.probe(PATH, 0);
        b.respond(0);
        for (int second = 1; second < 10; second++) {
            b.respond(second);
        }
        a.probe(PATH, 10);
        b.respond(10);

        assertThat(starts(PATH)).containsExactly(0L, 10L);
        assertThat(standing(10).getProber().getBusyNsPerTransaction()).isNull();
    }

    @Test
    void anIdleSourceHoldsNothingUpAsHeartbeatsCarryItsWatermark() {
        a.roundTrips(PATH, 0, 250, 100_000);
        a.heartbeat(1);
        b.heartbeat(1);

        assertThat(standing(0).getCompleteness()).isEqualTo(Completeness.COMPLETE);
        assertThat(standing(0).getResponder().getGauges()).isEmpty();
    }

    @Test
    void aReplayFromTheStartGivesTheSameRecords() {
        run(streams);
        try (Streams again = new Streams(Host.T0_S * 1000 + 86_400_000L)) {
            run(again);

            assertThat(again.revisions()).isEqualTo(streams.revisions());
            assertThat(again.changes()).isEqualTo(streams.changes());
            assertThat(again.epochs()).isEqualTo(streams.epochs());
        }
    }

    @Test
    void anotherInterleavingOfTheHostsGivesTheSameFinalWindows() {
        run(streams);
        try (Streams again = new Streams(Host.T0_S * 1000)) {
            Host prober = new Host(again, "a");
            Host responder = new Host(again, "b");
            for (int second = 0; second < 40; second++) {
                live(prober, null, second);
            }
            for (int second = 0; second < 40; second++) {
                live(null, responder, second);
            }

            assertThat(again.standing().stream().map(StreamsTest::withoutRevision))
                    .containsExactlyElementsOf(streams.standing().stream()
                            .map(StreamsTest::withoutRevision)
                            .toList());
        }
    }

    private static Window withoutRevision(Window window) {
        return Window.newBuilder(window).setRevision(0).build();
    }

    private static void run(Streams streams) {
        Host prober = new Host(streams, "a");
        Host responder = new Host(streams, "b");
        for (int second = 0; second < 40; second++) {
            live(prober, responder, second);
        }
    }

    private static void live(Host prober, Host responder, int second) {
        if (prober != null) {
            if (second == 0) {
                prober.settings(0.5, null, Map.of("coalesce.rx-usecs", "18"));
            }
            prober.probe(PATH, second);
        }
        if (responder != null) {
            if (second == 0) {
                responder.settings(0.5, null, Map.of("coalesce.rx-usecs", "18"));
            }
            if (second == 20) {
                responder.settings(20.5, 19.5, Map.of("coalesce.rx-usecs", "100"));
            }
            responder.respond(second);
        }
    }

    @Test
    void aChangeIsOnTheRightEndAndCutsTheEpochOfTheWindowsAroundIt() {
        run(streams);

        List<Change> changes = streams.changes();
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().getHost()).isEqualTo("b");
        assertThat(changes.getFirst().getKnobs().getFirst().getOldValue()).isEqualTo("18");
        assertThat(changes.getFirst().getKnobs().getFirst().getNewValue()).isEqualTo("100");
        assertThat(changes.getFirst().getKnobs().getFirst().getUnit()).isEqualTo("us");
        assertThat(changes.getFirst().getPaths().toString())
                .contains(Paths.id(PATH))
                .contains("RESPONDER");
        assertThat(standing(2).getEpochId()).isNull();
        assertThat(standing(3).getEpochId()).isNotNull().isEqualTo(standing(18).getEpochId());
        for (int second = 19; second < 23; second++) {
            assertThat(standing(second).getEpochId()).as("window %d", second).isNull();
        }
        assertThat(standing(23).getEpochId())
                .isNotNull()
                .isNotEqualTo(standing(18).getEpochId())
                .isEqualTo(standing(39).getEpochId());
        assertThat(standing(18).getProber().getSettingsId())
                .isEqualTo(standing(30).getProber().getSettingsId());
        assertThat(standing(18).getResponder().getSettingsId())
                .isNotEqualTo(standing(30).getResponder().getSettingsId());
        assertThat(streams.epochs())
                .hasSize(2)
                .last()
                .satisfies(epoch -> assertThat(epoch.getChangeIds())
                        .containsExactly(changes.getFirst().getChangeId()));
    }

    @Test
    void settingsOfTheFutureAreNotJoined() {
        a.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        b.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        b.settings(100, 99.0, 5, Map.of("coalesce.rx-usecs", "100"));
        for (int second = 0; second < 8; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }
        String early = standing(5).getResponder().getSettingsId();
        for (int second = 95; second < 110; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }

        assertThat(early).isNotNull().isEqualTo(standing(95).getResponder().getSettingsId());
        assertThat(standing(99).getResponder().getSettingsId()).isNull();
        assertThat(standing(105).getResponder().getSettingsId()).isNotNull().isNotEqualTo(early);
        assertThat(standing(5).getEpochId()).isEqualTo(standing(95).getEpochId());
    }

    @Test
    void settingsThatArriveLateReviseTheWindowsThatTheyBelongTo() {
        a.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        b.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        for (int second = 0; second < 30; second++) {
            a.probe(PATH, second);
            b.respond(second);
        }
        String before = standing(25).getEpochId();
        b.settings(15.5, 14.5, 30, Map.of("coalesce.rx-usecs", "100"));
        a.probe(PATH, 30);

        assertThat(standing(10).getEpochId()).isEqualTo(before);
        assertThat(standing(15).getEpochId()).isNull();
        assertThat(standing(25).getEpochId()).isNotNull().isNotEqualTo(before);
    }

    @Test
    void aDeltaThatWasResetIsAbsentAndRemarked() {
        a.roundTrips(PATH, 0, 250, 100_000);
        a.gauges(1, 500, Verdict.RESET);
        a.heartbeat(1);
        b.respond(0);

        assertThat(standing(0).getProber().getGauges())
                .extracting(Gauge::getName)
                .containsExactly("cpu.busy");
        assertThat(standing(0).getRemarks()).containsExactly("counter-reset");
    }

    @Test
    void aRecordThatCannotBeDecodedGoesToTheDeadLettersAndTheStreamGoesOn() {
        byte[] garbage = {0, 0, 0, 0, 99, 1, 2, 3};
        a.probe(PATH, 0);
        streams.sendBytes(Topics.ROUND_TRIPS, "a", garbage, Host.T0_S * 1000);
        streams.sendBytes(Topics.SETTINGS, "a||host", "{}".getBytes(StandardCharsets.UTF_8), Host.T0_S * 1000);
        a.probe(PATH, 1);
        b.respond(0);
        b.respond(1);

        List<DeadLetter> letters = streams.deadLetters();
        assertThat(letters)
                .extracting(DeadLetter::getTopic)
                .containsExactly("ringtail.round-trips", "ringtail.settings");
        assertThat(letters.getFirst().getOffset()).isEqualTo(4);
        assertThat(letters.getFirst().getReason()).contains("99");
        assertThat(letters.getLast().getReason()).contains("Confluent wire format");
        assertThat(letters.getFirst().getValue().array()).isEqualTo(garbage);
        assertThat(starts(PATH)).containsExactly(0L, 1L);
    }

    @Test
    void windowsBehindTheRetentionAreLetGoAndWhatComesForThemIsBuried() {
        for (int second = 0; second < 1300; second += 20) {
            a.batch(PATH, second, 1, 1000, 100_000, 0, 0L);
            a.respond(second);
            b.respond(second);
        }
        a.batch(PATH, 2, 0.5, 500, 100_000, 0, 0L);

        assertThat(streams.count(Nodes.WINDOWS)).isBetween(60L, 62L);
        assertThat(streams.count(Nodes.GAUGES)).isLessThan(62 * 6);
        assertThat(streams.deadLetters())
                .extracting(DeadLetter::getReason)
                .singleElement()
                .asString()
                .contains("more than 1200 s after the path's newest");
        assertThat(starts(PATH)).doesNotContain(2L);
    }

    @Test
    void aWindowOfAThousandSamplesIsKeptInAtMost512Bytes() {
        Random random = new Random(7);
        List<Long> rtts = LongStream.range(0, 1000)
                .mapToObj(i -> (long) (90_000 * Math.exp(0.35 * random.nextGaussian())))
                .toList();
        a.batch(PATH, 0, 1, rtts, 0L);
        a.respond(0);
        b.respond(0);

        assertThat(standing(0).getBucketIndices()).hasSizeGreaterThan(100);
        assertThat(streams.valueBytes(Nodes.WINDOWS)).isLessThanOrEqualTo(512);
    }

    @Test
    void settingsInAnotherPartitionThanTheirHostsTakeTheHop() {
        TopologyConfig elsewhere = Streams.config(1 << 20);
        try (Streams misplaced = new Streams(Host.T0_S * 1000, elsewhere)) {
            Host host = new Host(misplaced, "a");
            host.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
            host.settings(5, 4.0, Map.of("coalesce.rx-usecs", "100"));

            assertThat(misplaced.changes()).hasSize(1);
            assertThat(misplaced.hasHopped()).isTrue();
        }
    }

    @Test
    void aKnobThatFlapsIsAGaugeAndCutsNoEpochs() {
        a.settings(0, null, Map.of("coalesce.rx-usecs", "18", "ring.rx", "256"));
        b.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        for (int second = 0; second < 160; second++) {
            if (second >= 20 && second < 140 && second % 15 == 5) {
                a.settings(
                        second, second - 0.5, Map.of("coalesce.rx-usecs", Integer.toString(second), "ring.rx", "256"));
            }
            a.probe(PATH, second);
            b.respond(second);
        }

        assertThat(streams.changes()).hasSize(8);
        assertThat(standing(25 - 5).getEpochId())
                .isNotNull()
                .isEqualTo(standing(159).getEpochId());
        assertThat(standing(80).getEpochId())
                .isNotNull()
                .isEqualTo(standing(159).getEpochId());
    }

    private Window standing(int second) {
        return of(PATH, second);
    }

    private Window of(Path path, int second) {
        return streams.standing().stream()
                .filter(window -> window.getPathId().equals(Paths.id(path)) && secondOf(window) == second)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no window of second " + second));
    }

    private List<Long> starts(Path path) {
        return streams.standing().stream()
                .filter(window -> window.getPathId().equals(Paths.id(path)))
                .map(StreamsTest::secondOf)
                .toList();
    }

    private static long secondOf(Window window) {
        return window.getStartEpochNs() / Host.SECOND_NS - Host.T0_S;
    }

    private static double gauge(List<Gauge> gauges, String name) {
        return gauges.stream()
                .filter(gauge -> gauge.getName().equals(name) && gauge.getQueue() == null)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + gauges))
                .getValue();
    }
}
