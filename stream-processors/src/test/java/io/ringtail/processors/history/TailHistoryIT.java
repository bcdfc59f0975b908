package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.ShiftedMetric;
import io.ringtail.schemas.record.SuspectKind;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shifts and associations through the store, and how they read. */
@Timeout(600)
class TailHistoryIT {
    private static final Path PATH = Samples.path("a");
    private static final TimeRange RANGE =
            new TimeRange(Samples.START_NS, Samples.START_NS + 3_600 * Samples.SECOND_NS);

    @TempDir
    static java.nio.file.Path directory;

    @Test
    void shiftsAndTheNewestMinutesGaugesComeBackInWords() {
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
            mapping.add(shift());
            mapping.add(associations(60, "cpu.steal"));
            mapping.add(associations(120, "bql.pressure"));
            store.write(mapping.drain());
            store.awaitVisible(Duration.ofMinutes(2));

            SuspectsReport report = new TailQueries(store).suspects(RANGE, "");
            assertThat(report.moving()).extracting(SuspectsReport.Moving::name).containsExactly("bql.pressure");
            assertThat(SuspectsText.of(report)).isEqualTo("""
                    Shifts that nobody announced (UTC)
                    2026-01-01 00:05:00.000  a:eth0 > b:eth1 udp_rr 40/40 1000/s
                        p99 of the median window 90.0 us -> 108.0 us: +20.0 %, +18.0 .. +22.0
                        suspect 1: responder, setting of host: b interface:eth7: ring.rx 256 -> 4096 (2.00 s apart)

                    What moves with the tail, within epochs (association, not cause)
                    a:eth0 > b:eth1 udp_rr 40/40 1000/s
                        responder.bql.pressure (max over queues) moves with the tail: rank correlation +0.61, 0.50 .. 0.70, 1 s before it; goes with the load: given packets/s nothing is left
                            high (above 0) 20 % of the time, with 55 % of the tail in it: 4.9 times as likely, 3.90 .. 6.10
                    """);
            assertThat(HistoryJson.of(report)).contains("\"shiftId\" : \"s\"", "\"changeId\" : \"c\"");
            assertThat(new TailQueries(store).suspects(RANGE, "nowhere").shifts())
                    .isEmpty();
        }
    }

    static TailShift shift() {
        return TailShift.newBuilder()
                .setShiftId("s")
                .setPathId(Paths.id(PATH))
                .setPath(PATH)
                .setEpochId("e")
                .setMetric(ShiftedMetric.P99)
                .setAtEpochNs(Samples.START_NS + 300 * Samples.SECOND_NS)
                .setFoundEpochNs(Samples.START_NS + 400 * Samples.SECOND_NS)
                .setBefore(90_000)
                .setAfter(108_000)
                .setSize(1.2)
                .setSizeLow(1.18)
                .setSizeHigh(1.22)
                .setP(5e-5)
                .setWindowsBefore(300)
                .setWindowsAfter(100)
                .setSuspects(List.of(new ShiftSuspect(
                        SuspectKind.SETTING_OF_HOST,
                        "responder",
                        "b interface:eth7: ring.rx 256 -> 4096",
                        2 * Samples.SECOND_NS,
                        "c",
                        null)))
                .build();
    }

    static TailAssociations associations(int second, String gauge) {
        return TailAssociations.newBuilder()
                .setAssociationsId("a" + second)
                .setPathId(Paths.id(PATH))
                .setPath(PATH)
                .setFromEpochNs(Samples.START_NS)
                .setToEpochNs(Samples.START_NS + second * Samples.SECOND_NS)
                .setWindows(second)
                .setEpochs(1)
                .setTests(22)
                .setTail("p99 of the window")
                .setMoving(List.of(MovingGauge.newBuilder()
                        .setEnd(End.RESPONDER)
                        .setName(gauge)
                        .setOverQueues("max")
                        .setHigh("above 0")
                        .setTimeHigh(0.2)
                        .setTailInHigh(0.55)
                        .setLift(4.9)
                        .setLiftLow(3.9)
                        .setLiftHigh(6.1)
                        .setLag(1)
                        .setCorrelation(0.61)
                        .setCorrelationLow(0.5)
                        .setCorrelationHigh(0.7)
                        .setP(1e-9)
                        .setAdjustedP(1e-8)
                        .setGivenLoad(0.05)
                        .setGivenLoadP(0.4)
                        .build()))
                .setNoneFound(List.of())
                .setConstant(List.of())
                .setRateDriven(List.of())
                .setTooFew(List.of())
                .build();
    }
}
