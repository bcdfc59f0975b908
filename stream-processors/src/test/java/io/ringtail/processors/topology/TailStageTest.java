package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.ShiftedMetric;
import io.ringtail.schemas.record.SuspectKind;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the streams say every minute about a path's tail, and what they keep for it. */
@Timeout(240)
class TailStageTest {
    private static final Path PATH = Host.path("a", "b");
    private static final String PATH_ID = Paths.id(PATH);
    private static final String EPOCH = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
    private static final int SAMPLES = 1_000;

    private final Streams streams = new Streams(Host.T0_S * 1000);
    private final Random random = new Random(3);
    private int second;

    @AfterEach
    void close() {
        streams.close();
    }

    @Test
    void everyMinuteTheGaugesThatMoveWithTheTailAreTold() {
        for (int i = 0; i < 300; i++) {
            double pressure = random.nextDouble();
            window(
                    0.001 + 0.04 * pressure,
                    50_000,
                    gauge("bql.pressure", "tx-0", pressure),
                    gauge("cpu.steal", null, 0));
        }

        List<TailAssociations> all = streams.associations();
        assertThat(all).hasSizeBetween(3, 4);
        TailAssociations last = all.getLast();
        assertThat(last.getMoving()).extracting(MovingGauge::getName).containsExactly("bql.pressure");
        MovingGauge moving = last.getMoving().getFirst();
        assertThat(moving.getEnd()).isEqualTo(End.RESPONDER);
        assertThat(moving.getOverQueues()).isEqualTo("max");
        assertThat(moving.getLag()).isZero();
        assertThat(moving.getLiftLow()).isGreaterThan(1);
        assertThat(last.getConstant()).containsExactly("responder.cpu.steal");
        assertThat(last.getEpochs()).isEqualTo(1);
        assertThat(all).extracting(TailAssociations::getAssociationsId).doesNotHaveDuplicates();
    }

    @Test
    void aShiftIsToldOnceWithTheChangeOfTheSameHostBeforeTheGaugeThatShifted() {
        for (int i = 0; i < 600; i++) {
            boolean late = i >= 300;
            if (i == 301) {
                change("elsewhere", "interface:eth7", List.of(), second);
            }
            window(0.01, late ? 60_000 : 50_000, gauge("softnet.backlog", null, (late ? 40 : 3) + random.nextInt(3)));
        }

        List<TailShift> shifts = streams.shifts();
        assertThat(shifts)
                .extracting(TailShift::getMetric)
                .contains(ShiftedMetric.P50)
                .doesNotHaveDuplicates();
        TailShift shift = shifts.stream()
                .filter(each -> each.getMetric() == ShiftedMetric.P50)
                .findFirst()
                .orElseThrow();
        long at = shift.getAtEpochNs() / Host.SECOND_NS - Host.T0_S;
        assertThat(at).isBetween(290L, 310L);
        assertThat(shift.getSize()).isBetween(1.15, 1.25);
        assertThat(shift.getSuspects())
                .extracting(ShiftSuspect::getKind)
                .containsExactly(SuspectKind.SETTING_OF_HOST, SuspectKind.GAUGE);
        assertThat(shift.getSuspects().getFirst().getWhat()).isEqualTo("b interface:eth7: coalesce.rx-usecs 0 -> 100");
    }

    @Test
    void aReplayGivesTheSame() {
        story(this);
        List<TailAssociations> first = streams.associations();
        TailStageTest replay = new TailStageTest();
        try {
            story(replay);
            assertThat(first).isNotEmpty();
            assertThat(replay.streams.associations()).isEqualTo(first);
            assertThat(replay.streams.shifts()).isEqualTo(streams.shifts());
        } finally {
            replay.close();
        }
    }

    private static void story(TailStageTest test) {
        for (int i = 0; i < 130; i++) {
            double steal = test.random.nextDouble();
            test.window(0.04 * steal, 50_000, gauge("cpu.steal", null, steal));
        }
    }

    @Test
    void noMoreThan20MinutesOf512BytesAWindowAreKept() {
        List<Gauge> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(gauge("gauge." + i, null, i));
        }
        for (int i = 0; i < 1_230; i++) {
            send(wide(window(SAMPLES, 0.01, 50_000, many)));
        }

        assertThat(streams.count(Nodes.TAIL_WINDOWS)).isBetween(1_200L, 1_211L);
        assertThat(streams.valueBytes(Nodes.TAIL_WINDOWS)).isLessThanOrEqualTo(512);
    }

    /** Round trips over four decades, in more buckets than fit. */
    private static Window wide(Window window) {
        SparseHistogram histogram = new SparseHistogram();
        for (double value = 10_000; value < 1e8; value *= 1.02) {
            histogram.add((long) value);
        }
        window.setBucketIndices(histogram.indices());
        window.setBucketCounts(histogram.counts());
        return window;
    }

    private void window(double tailShare, long aroundNs, Gauge... gauges) {
        send(window(SAMPLES, tailShare, aroundNs, List.of(gauges)));
    }

    private void send(Window window) {
        streams.send(Topics.WINDOWS, PATH_ID, window, window.getStartEpochNs() / 1_000_000 + 1_000);
    }

    private Window window(int samples, double tailShare, long aroundNs, List<Gauge> gauges) {
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < samples; i++) {
            boolean tail = random.nextDouble() < tailShare;
            histogram.add((long)
                    (tail ? 4 * aroundNs * (1 + random.nextDouble()) : aroundNs * (1 + random.nextDouble() / 20)));
        }
        return Window.newBuilder()
                .setPathId(PATH_ID)
                .setPath(PATH)
                .setStartEpochNs((Host.T0_S + second++) * Host.SECOND_NS)
                .setDurationNs(Host.SECOND_NS)
                .setRevision(1)
                .setCompleteness(Completeness.COMPLETE)
                .setEpochId(EPOCH)
                .setBucketIndices(histogram.indices())
                .setBucketCounts(histogram.counts())
                .setMinNs(histogram.minNs().getAsLong())
                .setMaxNs(histogram.maxNs().getAsLong())
                .setMeanNs(histogram.meanNs().getAsDouble())
                .setPercentiles(Percentiles.of(histogram, 0))
                .setSent(samples)
                .setReceived(samples)
                .setLost(0)
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setFlagged(0)
                .setTransactionsPerSecond((double) samples)
                .setProber(end("a", List.of()))
                .setResponder(end("b", gauges))
                .setRemarks(List.of())
                .build();
    }

    private static EndState end(String host, List<Gauge> gauges) {
        return EndState.newBuilder()
                .setHost(host)
                .setNetns("")
                .setInterface$("eth0")
                .setGauges(gauges)
                .build();
    }

    private static Gauge gauge(String name, String queue, double value) {
        return new Gauge(name, queue, value);
    }

    private void change(String id, String object, List<AffectedPath> paths, int atSecond) {
        long atNs = (Host.T0_S + atSecond) * Host.SECOND_NS;
        Change change = Change.newBuilder()
                .setChangeId(id)
                .setHost("b")
                .setNetns("")
                .setObject(object)
                .setFromEpochNs(atNs - Host.SECOND_NS)
                .setToEpochNs(atNs)
                .setTrigger(ReadTrigger.NOTIFICATION)
                .setKnobs(List.of(new KnobChange("coalesce.rx-usecs", null, "0", "100", "us")))
                .setPaths(paths)
                .build();
        streams.send(Topics.PATH_CHANGES, PATH_ID, change, atNs / 1_000_000);
    }
}
