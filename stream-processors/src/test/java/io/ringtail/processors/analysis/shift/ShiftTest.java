package io.ringtail.processors.analysis.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.shift.Suspect.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShiftTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final ShiftDetector DETECTOR = new ShiftDetector(ShiftRules.DEFAULT);

    /** Computed with numpy from the definition, every pair summed by hand. */
    @Test
    void divergenceIsThatOfItsDefinition() {
        double[] values = {1.0, 1.2, 0.9, 1.1, 1.05, 3.0, 3.1, 2.9, 3.2, 3.05, 2.95};
        EDivisive.Split best = new EDivisive(values, 2).best();
        assertThat(best.at()).isEqualTo(5);
        assertThat(best.statistic()).isCloseTo(10.072727, within(1e-6));
        assertThat(new EDivisive(values, 6).best().at()).isEqualTo(0);
    }

    @Test
    void permutationsAreAsManyAsAskedAndTheSameForTheSameSeed() {
        double[] step = new double[40];
        for (int i = 20; i < 40; i++) {
            step[i] = 1;
        }
        EDivisive test = new EDivisive(step, 6);
        assertThat(test.p(1, 999, 1)).isEqualTo(0.001);
        assertThat(test.p(5, 999, 1)).isEqualTo(test.p(5, 999, 1)).isGreaterThan(0.01);
    }

    @Test
    void aStepOfTenPercentIsFoundWithItsTimeAndSize() {
        List<Shift> shifts = DETECTOR.look(windows(600, 0.5, i -> i < 400 ? 0 : Math.log(1.1)));
        assertThat(shifts).hasSize(1);
        Shift shift = shifts.getFirst();
        assertThat(shift.metric()).isEqualTo(ShiftMetric.P99);
        assertThat(shift.atNs()).isBetween(390 * SECOND_NS, 410 * SECOND_NS);
        assertThat(shift.size()).isCloseTo(1.1, within(0.02));
        assertThat(shift.lower()).isLessThan(1.1).isGreaterThan(1.05);
        assertThat(shift.upper()).isGreaterThan(1.09).isLessThan(1.16);
        assertThat(shift.p()).isLessThanOrEqualTo(1e-4);
    }

    @Test
    void aMinuteAndAHalfAfterTheStepIsEnough() {
        assertThat(DETECTOR.look(windows(600, 0, i -> i < 510 ? 0 : 0.3))).hasSize(1);
        assertThat(DETECTOR.look(windows(600, 0, i -> i < 560 ? 0 : 0.3))).isEmpty();
    }

    @Test
    void aStepOfThreePercentIsNotTold() {
        assertThat(DETECTOR.look(windows(600, 0, i -> i < 300 ? 0 : Math.log(1.03))))
                .isEmpty();
    }

    @Test
    void aDriftIsNoShift() {
        assertThat(DETECTOR.look(windows(600, 0.5, i -> 0.3 * i / 600))).isEmpty();
    }

    @Test
    void anOutlierIsNoShift() {
        assertThat(DETECTOR.look(windows(600, 0, i -> i == 300 ? 3 : 0))).isEmpty();
    }

    @Test
    void lossThatBeginsIsFoundAsADifferenceOfShares() {
        List<ShiftWindow> windows = new ArrayList<>();
        Random random = new Random(5);
        for (int i = 0; i < 600; i++) {
            long lost = i < 400 ? 0 : 5 + random.nextInt(10);
            windows.add(new ShiftWindow(i * SECOND_NS, Double.NaN, Double.NaN, 1000, lost));
        }
        Shift shift = DETECTOR.look(windows).getFirst();
        assertThat(shift.metric()).isEqualTo(ShiftMetric.LOSS);
        assertThat(shift.before()).isZero();
        assertThat(shift.size()).isCloseTo(0.0095, within(0.001));
        assertThat(shift.atNs()).isEqualTo(400 * SECOND_NS);
    }

    @Test
    void twoHoursOfUnchangedNoiseWithMemoryHaveNoShift() {
        List<ShiftWindow> windows = windows(7_200, 0.8, i -> 0);
        for (int end = 600; end <= windows.size(); end += 60) {
            assertThat(DETECTOR.look(windows.subList(end - 600, end))).isEmpty();
        }
    }

    @Test
    void suspectsComeInTheirOrder() {
        Shift shift = shiftAt(300);
        List<NearbyChange> changes = List.of(
                change("far", true, 311, 311), change("other", false, 300, 301), change("near", true, 305, 306));
        List<GaugeSeries> gauges = List.of(
                gauge("cpu.steal", i -> i < 300 ? 0 : 0.3),
                gauge("bql.pressure", i -> 0),
                gauge("softnet.backlog", i -> i < 450 ? 0 : 5));
        List<Suspect> suspects = Suspects.of(
                shift, changes, gauges, List.of(new Silence("responder", 302 * SECOND_NS), new Silence("prober", 0)));
        assertThat(suspects)
                .extracting(Suspect::kind)
                .containsExactly(Kind.SETTING_OF_PATH, Kind.SETTING_OF_HOST, Kind.GAUGE, Kind.AGENT_SILENT);
        assertThat(suspects.getFirst().changeId()).isEqualTo("near");
        assertThat(suspects.get(2).what()).startsWith("cpu.steal went from");
    }

    private static Shift shiftAt(int second) {
        return new Shift(ShiftMetric.P99, second * SECOND_NS, 1, 2, 2, 1.9, 2.1, 1e-5, 300, 300);
    }

    private static NearbyChange change(String id, boolean ofPath, long fromSecond, long toSecond) {
        return new NearbyChange(id, "responder", ofPath, "a setting", fromSecond * SECOND_NS, toSecond * SECOND_NS);
    }

    private static GaugeSeries gauge(String name, IntToDoubleFunction level) {
        Random random = new Random(name.hashCode());
        long[] starts = new long[600];
        double[] values = new double[600];
        for (int i = 0; i < 600; i++) {
            starts[i] = i * SECOND_NS;
            values[i] = level.applyAsDouble(i) + 0.01 * random.nextGaussian();
        }
        return new GaugeSeries("responder", name, starts, values);
    }

    /** p99 with 5 % of autoregressive noise around a level; a p50 without any shift. */
    private static List<ShiftWindow> windows(int count, double memory, IntToDoubleFunction logLevel) {
        Random random = new Random(42);
        List<ShiftWindow> windows = new ArrayList<>();
        double noise = 0;
        for (int i = 0; i < count; i++) {
            noise = memory * noise + 0.05 * Math.sqrt(1 - memory * memory) * random.nextGaussian();
            double p99 = 90_000 * Math.exp(logLevel.applyAsDouble(i) + noise);
            double p50 = 40_000 * Math.exp(0.02 * random.nextGaussian());
            windows.add(new ShiftWindow(i * SECOND_NS, p99, p50, 1000, 0));
        }
        return windows;
    }
}
