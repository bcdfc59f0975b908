package io.ringtail.processors.analysis.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.EndSetting;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Schedule;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each condition and remark of an effect. */
@Timeout(120)
class EffectAnalysisTest {
    private final Made made = new Made(1, 0.3, 0.03, 300);

    @Test
    void fewerThan30WindowsASideAreInsufficientAndGiveNoNumbers() {
        EffectResult result = compare(made.windows(100, 1), made.windows(29, 2));

        assertThat(result.verdict()).isEqualTo(EffectVerdict.INSUFFICIENT);
        assertThat(result.metrics()).isEmpty();
        assertThat(result.remarks()).containsExactly("100 usable windows before and 29 after, 30 needed on each side");
    }

    @Test
    void bothSidesHaveAsManyWindowsThoseNearestTheChange() {
        List<EffectWindow> before = made.windows(100, 5);
        before.addAll(made.windows(60, 1));
        EffectResult result = compare(before, made.windows(90, 1));

        assertThat(result.look()).isEqualTo(60);
        assertThat(result.lastLook()).isEqualTo(120);
        assertThat(result.before().count()).isEqualTo(60 * 300);
        assertThat(metric(result, "p50").getRatio()).isCloseTo(1, within(0.03));
    }

    @Test
    void flaggedWindowsAreLeftOut() {
        List<EffectWindow> before = new ArrayList<>(made.windows(40, 1));
        before.set(5, flagged(before.get(5)));

        assertThat(Made.side(before).size()).isEqualTo(39);
    }

    @Test
    void aLargeEffectIsSignificantAtTheFirstLookAndProvisional() {
        EffectResult result = compare(made.windows(600, 1), made.windows(30, 2));

        MetricEffect p99 = metric(result, "p99");
        assertThat(p99.getSignificant()).isTrue();
        assertThat(p99.getVerdict()).isEqualTo(EffectVerdict.REGRESSED);
        assertThat(p99.getLow()).isLessThan(p99.getDifference());
        assertThat(p99.getHigh()).isGreaterThan(p99.getDifference());
        assertThat(result.verdict()).isEqualTo(EffectVerdict.REGRESSED);
        assertThat(result.provisional())
                .containsExactly("look at 30 of 600 windows a side", "0 of 40 placebos at this look");
    }

    @Test
    void nothingFoundIsProvisionalUntilTheLastLook() {
        List<EffectWindow> before = made.windows(60, 1);
        List<EffectWindow> after = made.windows(60, 1);

        assertThat(compare(before, after.subList(0, 30)).verdict()).isEqualTo(EffectVerdict.PROVISIONAL);
        EffectResult last = compare(before, after);
        assertThat(last.verdict()).isEqualTo(EffectVerdict.NO_EFFECT_FOUND);
        assertThat(last.provisional()).isEmpty();
    }

    @Test
    void fewerThan50SamplesBeyondAPercentileGiveAnEstimateWithoutAVerdict() {
        Made sparse = new Made(2, 0, 0.01, 40);
        MetricEffect p99 = metric(compare(sparse.windows(60, 1), sparse.windows(60, 3)), "p99");

        assertThat(p99.getDifference()).isPositive();
        assertThat(p99.getP()).isNull();
        assertThat(p99.getSignificant()).isFalse();
        assertThat(p99.getVerdict()).isEqualTo(EffectVerdict.INSUFFICIENT);
        assertThat(p99.getAbsence()).contains("samples beyond it before, 50 needed");
    }

    @Test
    void aTailOfOneBurstIsOneEventHoweverManySamplesItHas() {
        List<EffectWindow> after = constant(60, 50_000);
        for (int i = 0; i < 4; i++) {
            SparseHistogram burst = SparseHistogram.of(50_000, 60_000);
            burst.add(5_000_000, 500);
            after.set(20 + i, Made.window(20 + i, burst, 0, 100));
        }
        MetricEffect p99 = metric(compare(constant(60, 50_000), after), "p99");

        assertThat(p99.getAfter()).isGreaterThan(4_000_000);
        assertThat(p99.getP()).isNull();
        assertThat(p99.getAbsence()).contains("independent blocks after, 10 needed");
    }

    @Test
    void aPercentileInWhoseTailMoreWasLostIsAbsent() {
        List<EffectWindow> after = made.windows(60, 1).stream()
                .map(each -> Made.window(each.startEpochNs() / 1_000_000_000, each.roundTrips(), 5, 100))
                .toList();
        EffectResult result = compare(made.windows(60, 1), after);

        assertThat(metric(result, "p99").getAfter()).isNull();
        assertThat(metric(result, "p99").getAbsence()).startsWith("after: more loss than the tail in question");
        assertThat(metric(result, "p50").getAfter()).isNotNull();
        assertThat(metric(result, "loss").getSignificant()).isTrue();
        assertThat(metric(result, "loss").getAfter()).isCloseTo(5 / 305.0, within(1e-9));
    }

    @Test
    void aMedianThatGotWorseAndATailThatGotBetterAreMixed() {
        EffectResult result = compare(made.windows(120, 1), made.windows(120, 1.5, 0.8));

        assertThat(metric(result, "p50").getVerdict()).isEqualTo(EffectVerdict.REGRESSED);
        assertThat(metric(result, "p95").getVerdict()).isEqualTo(EffectVerdict.IMPROVED);
        assertThat(result.verdict()).isEqualTo(EffectVerdict.MIXED);
    }

    @Test
    void whatThePathDoesByItselfIsNoEffect() {
        Made half = new Made(3, 0.3, 0.01, 300);
        List<EffectWindow> before = half.windows(60, 1);
        List<EffectWindow> after = half.windows(60, 1.1);
        EffectResult inside = EffectAnalysis.compare(Made.side(before), Made.side(after), bands(40, 0.15), 1);
        EffectResult outside = EffectAnalysis.compare(Made.side(before), Made.side(after), bands(40, 0.02), 1);

        assertThat(metric(inside, "p99").getSignificant()).isFalse();
        assertThat(inside.verdict()).isEqualTo(EffectVerdict.NO_EFFECT_FOUND);
        assertThat(metric(outside, "p99").getSignificant()).isTrue();
        assertThat(outside.provisional()).isEmpty();
    }

    @Test
    void withFewPlacebosASignificantMoveIsProvisional() {
        Made half = new Made(3, 0.3, 0.01, 300);
        EffectResult result = EffectAnalysis.compare(
                Made.side(half.windows(60, 1)), Made.side(half.windows(60, 1.1)), bands(39, 0.15), 1);

        assertThat(metric(result, "p99").getSignificant()).isTrue();
        assertThat(result.provisional()).containsExactly("39 of 40 placebos at this look");
    }

    @Test
    void otherTrafficThatChangedIsRemarked() {
        List<EffectWindow> after = made.windows(60, 1).stream()
                .map(each -> Made.window(each.startEpochNs() / 1_000_000_000, each.roundTrips(), 0, 5_000))
                .toList();

        assertThat(compare(made.windows(60, 1), after).remarks())
                .contains("load changed too: prober.packets, responder.packets");
        assertThat(compare(made.windows(60, 1), made.windows(60, 1)).remarks()).isEmpty();
    }

    /** In a closed loop fewer packets follow from longer round trips: that is no change of load. */
    @Test
    void theProbesOwnPacketsAreNoLoad() {
        List<EffectWindow> before = constant(60, 50_000);
        List<EffectWindow> after = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            SparseHistogram half = new SparseHistogram();
            half.add(100_000 + i, 150);
            after.add(Made.window(100 + i, half, 0, 100));
        }

        assertThat(compare(before, after).remarks()).noneMatch(each -> each.contains("packets"));
    }

    @Test
    void aChangeAfterAnExcursionMayHaveBeenFollowedByRecovery() {
        List<EffectWindow> before = made.windows(240, 1);
        before.addAll(made.windows(60, 1.6));

        assertThat(compare(before, made.windows(60, 1)).remarks())
                .contains("followed an excursion; recovery not excluded");
        assertThat(compare(made.windows(300, 1), made.windows(60, 1)).remarks()).isEmpty();
    }

    @Test
    void openAndClosedLoopsAreNeverCompared() {
        Side closed = Made.side(made.windows(30, 1));
        Side open = new Side(Schedule.OPEN, false, made.windows(30, 1));

        assertThatThrownBy(() -> EffectAnalysis.compare(closed, open, PlaceboBands.NONE, 1))
                .hasMessageContaining("closed loop");
    }

    @Test
    void onlyAClosedLoopHasARateOfItsOwn() {
        Side open = new Side(Schedule.OPEN, false, made.windows(30, 1));
        EffectResult result = EffectAnalysis.compare(open, open, PlaceboBands.NONE, 1);

        assertThat(result.metrics()).extracting(MetricEffect::getMetric).doesNotContain("transactions");
        assertThat(compare(made.windows(30, 1), made.windows(30, 1)).metrics())
                .extracting(MetricEffect::getMetric)
                .contains("transactions");
    }

    @Test
    void simulatedWindowsMarkTheResult() {
        Side simulated = new Side(Schedule.CLOSED, true, made.windows(30, 1));

        assertThat(EffectAnalysis.compare(simulated, simulated, PlaceboBands.NONE, 1)
                        .simulated())
                .isTrue();
    }

    /** scipy: a=.5**2; b=.65**2; df=(a+b)**2/(a*a/7+b*b/7); p=2*stats.t.sf(2/sqrt(a+b), df). */
    @Test
    void pValuesAndDegreesAreThoseOfWelch() {
        double degrees = Estimate.welch(0.5, 7, 0.65, 7);

        assertThat(degrees).isCloseTo(13.135732994476287, within(1e-9));
        assertThat(Estimate.p(2, Math.hypot(0.5, 0.65), degrees)).isCloseTo(0.029660193362892908, within(1e-9));
        assertThat(Estimate.p(0, 0, 10)).isEqualTo(1);
        assertThat(Estimate.p(1, 0, 10)).isEqualTo(0);
    }

    @Test
    void aBandHolds95PercentOfThePlacebosAndIsKeptInBytes() {
        PlaceboSketch sketch = new PlaceboSketch();
        for (int i = 1; i <= 100; i++) {
            sketch.add(i % 2 == 0 ? i / 1000.0 : -i / 1000.0);
        }
        PlaceboSketch read = PlaceboSketch.read(ByteBuffer.wrap(sketch.toBytes()));

        assertThat(read.count()).isEqualTo(100);
        assertThat(read.band()).isBetween(0.095, 0.095 * 1.05);
    }

    @Test
    void aFlagAndTheLevelsItMovesAreOneKnob() {
        SettingsContrast contrast = SettingsContrast.between(
                List.of(setting("adaptive-rx", "off"), setting("rx-usecs", "18")),
                List.of(setting("adaptive-rx", "on"), setting("rx-usecs", "adaptive")));

        assertThat(contrast.knobs()).hasSize(2);
        assertThat(contrast.knobs()).extracting(EffectKnob::getGroup).containsOnly("responder.coalesce.adaptive-rx");
        assertThat(contrast.isConfounded()).isFalse();
    }

    @Test
    void twoKnobsAreConfoundedAndTheSameOnTwoQueuesIsOne() {
        EndSetting pinned = new EndSetting("responder.irq.affinity", "rx-0", "1", null);
        EndSetting spread = new EndSetting("responder.irq.affinity", "rx-0", "0-7", null);
        EndSetting pinnedToo = new EndSetting("responder.irq.affinity", "rx-1", "1", null);
        EndSetting spreadToo = new EndSetting("responder.irq.affinity", "rx-1", "0-7", null);

        SettingsContrast one = SettingsContrast.between(List.of(pinned, pinnedToo), List.of(spread, spreadToo));
        assertThat(one.knobs()).hasSize(1);
        assertThat(one.knobs().getFirst().getQueues()).containsExactly("rx-0", "rx-1");
        assertThat(one.isConfounded()).isFalse();
        SettingsContrast two = SettingsContrast.between(
                List.of(pinned, setting("rx-usecs", "18")), List.of(spread, setting("rx-usecs", "0")));
        assertThat(two.isConfounded()).isTrue();
    }

    @Test
    void knownToUnknownIsNoChangeButNamed() {
        EndSetting lastKnown = new EndSetting("responder.coalesce.rx-usecs", null, "18", "denied");
        EndSetting neverKnown = new EndSetting("responder.coalesce.tx-usecs", null, null, "unsupported");
        SettingsContrast contrast = SettingsContrast.between(
                List.of(setting("rx-usecs", "18"), neverKnown), List.of(lastKnown, neverKnown));

        assertThat(contrast.knobs()).isEmpty();
        assertThat(contrast.notKnownConstant()).containsExactly("responder.coalesce.rx-usecs");
    }

    private static EndSetting setting(String name, String value) {
        return new EndSetting("responder.coalesce." + name, null, value, null);
    }

    private static PlaceboBands bands(int count, double size) {
        Map<Metric, PlaceboSketch> sketches = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            PlaceboSketch sketch = new PlaceboSketch();
            for (int i = 0; i < count; i++) {
                sketch.add(size);
            }
            sketches.put(metric, sketch);
        }
        return new PlaceboBands(sketches);
    }

    private static List<EffectWindow> constant(int count, long valueNs) {
        List<EffectWindow> windows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SparseHistogram histogram = new SparseHistogram();
            for (int sample = 0; sample < 300; sample++) {
                histogram.add(valueNs + sample * 20L);
            }
            windows.add(Made.window(i, histogram, 0, 100));
        }
        return windows;
    }

    private static EffectWindow flagged(EffectWindow window) {
        return new EffectWindow(window.startEpochNs(), 1, window.roundTrips(), 0, 1, 1, 1, 1, 1, 1, true);
    }

    private static EffectResult compare(List<EffectWindow> before, List<EffectWindow> after) {
        return EffectAnalysis.compare(Made.side(before), Made.side(after), PlaceboBands.NONE, 1);
    }

    private static MetricEffect metric(EffectResult result, String name) {
        return result.metrics().stream()
                .filter(each -> each.getMetric().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
