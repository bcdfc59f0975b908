package io.ringtail.processors.analysis.association;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.association.GaugeAssociation.Verdict;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AssociationSearchTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final double[] A = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
    private static final double[] B = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5};
    private static final double[] C = {1, 4, 1, 4, 2, 1, 3, 5, 6, 2, 3, 7};

    private final Random random = new Random(11);

    /** scipy.stats.spearmanr, and the correlation of the residuals of the ranks by numpy.linalg.lstsq. */
    @Test
    void rankCorrelationsAreThoseOfScipy() {
        double ab = Correlation.of(Ranks.centred(A), Ranks.centred(B));
        double ac = Correlation.of(Ranks.centred(A), Ranks.centred(C));
        double bc = Correlation.of(Ranks.centred(B), Ranks.centred(C));
        assertThat(ab).isCloseTo(0.1415796863640157, within(1e-12));
        assertThat(ac).isCloseTo(0.08050102326395472, within(1e-12));
        assertThat(Correlation.partial(ab, ac, bc)).isCloseTo(0.12778372519497502, within(1e-12));
        assertThat(Correlation.p(0.42, 30)).isCloseTo(0.020848861782673783, within(1e-12));
    }

    /** The formula of the paper by numpy. */
    @Test
    void memoryMakesFewerIndependentPairs() {
        double[] x = {1, 2, 3, 4, 3, 2, 1, 2, 3, 4, 5, 4, 3, 2, 1};
        double[] y = {2, 2, 3, 5, 4, 2, 1, 1, 3, 4, 6, 5, 3, 3, 1};
        assertThat(Correlation.independentPairs(x, y)).isCloseTo(7.213295092916355, within(1e-9));
    }

    /** scipy.stats.false_discovery_control. */
    @Test
    void falseDiscoveriesAreThoseOfScipy() {
        assertThat(FalseDiscoveries.adjusted(.01, .04, .03, .005, .8, .2))
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(.03, .06, .06, .03, .8, .24);
    }

    @Test
    void highAndLowFollowTheGaugesKind() {
        assertThat(HighLow.of(new double[] {2, 2, Double.NaN, 2}).constant()).isTrue();
        assertThat(HighLow.of(new double[] {0, 1, 1, 0}).words()).isEqualTo("set");
        HighLow rare = HighLow.of(new double[] {0, 0, 0, 0, 7, 3});
        assertThat(rare.words()).isEqualTo("above 0");
        assertThat(rare.high(3)).isTrue();
        assertThat(rare.low(0)).isTrue();
        HighLow usual = HighLow.of(new double[] {4, 4, 4, 4, 1, 2});
        assertThat(usual.words()).isEqualTo("at its usual 4.000");
        assertThat(usual.low(2)).isTrue();
        HighLow thirds = HighLow.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertThat(thirds.high(7) && thirds.low(3)).isTrue();
        assertThat(thirds.high(6) || thirds.low(4)).isFalse();
        assertThat(HighLow.of(new double[] {1, 1, 2, 2, 3, 3}).high(3)).isTrue();
    }

    @Test
    void aGaugeThatStretchesTheTailIsFoundWithLiftLagAndShares() {
        double[] pressure = noise(600, 0.7);
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            double before = pressure[Math.max(0, i - 2)];
            windows.add(window(i, "e1", before > 0.5 ? 0.04 : 0.004, Map.of("bql.pressure", pressure[i])));
        }
        Associations found = AssociationSearch.of(windows, false);
        GaugeAssociation first = found.moving().getFirst();
        assertThat(first.gauge().name()).isEqualTo("bql.pressure");
        assertThat(first.correlation().lag()).isEqualTo(2);
        assertThat(first.correlation().coefficient()).isGreaterThan(0.5);
        assertThat(first.correlation().interval().lower()).isGreaterThan(0.4);
        assertThat(first.lift().lift()).isGreaterThan(2);
        assertThat(first.lift().interval().lower()).isGreaterThan(1);
        assertThat(first.lift().timeHigh()).isCloseTo(1 / 3.0, within(0.01));
        assertThat(first.lift().tailInHigh()).isGreaterThan(0.45);
        assertThat(found.tests()).isEqualTo(11);
    }

    @Test
    void settingsCannotConfoundSinceEpochsAreNotComparedWithEachOther() {
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            boolean second = i >= 300;
            double gauge = (second ? 10 : 0) + random.nextGaussian();
            windows.add(window(i, second ? "e2" : "e1", second ? 0.05 : 0.001, Map.of("irq.per-packet", gauge)));
        }
        assertThat(AssociationSearch.of(windows, false).moving()).isEmpty();
        List<AssociationWindow> one = windows.stream()
                .map(each -> new AssociationWindow(each.startNs(), "e", each.histogram(), 0, each.gauges()))
                .toList();
        assertThat(AssociationSearch.of(one, false).moving()).hasSize(1);
    }

    @Test
    void aGaugeThatOnlyFollowsTheLoadGoesWithIt() {
        double[] load = noise(900, 0.5);
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            double packets = 10_000 + 1_000 * load[i];
            windows.add(window(
                    i,
                    "e1",
                    0.01 * Math.exp(load[i]),
                    Map.of(
                            "interface.rx-packets",
                            packets,
                            "softnet.time-squeeze",
                            packets + 300 * random.nextGaussian())));
        }
        Associations found = AssociationSearch.of(windows, false);
        GaugeAssociation squeeze = of(found, "softnet.time-squeeze");
        assertThat(squeeze.verdict()).isEqualTo(Verdict.MOVES_WITH);
        assertThat(squeeze.correlation().goesWithLoad()).isTrue();
        assertThat(of(found, "interface.rx-packets").correlation().givenLoadAbsence())
                .isEqualTo("it is the load itself");
    }

    @Test
    void inAClosedLoopGaugesOfTheProbesOwnRateAreLeftOut() {
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            double slow = random.nextDouble();
            windows.add(window(i, "e1", 0.05 * slow, Map.of("irq.rate", 1_000 - 900 * slow, "cpu.steal", slow)));
        }
        Associations closed = AssociationSearch.of(windows, true);
        assertThat(of(closed, "irq.rate").verdict()).isEqualTo(Verdict.RATE_DRIVEN);
        assertThat(of(closed, "cpu.steal").verdict()).isEqualTo(Verdict.MOVES_WITH);
        assertThat(of(closed, "cpu.steal").correlation().givenLoadAbsence()).startsWith("closed loop");
        assertThat(of(AssociationSearch.of(windows, false), "irq.rate").verdict())
                .isEqualTo(Verdict.MOVES_WITH);
    }

    @Test
    void whatDoesNotVaryIsConstantAndWhatIsRarelyKnownIsNotJudged() {
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Map<String, Double> gauges = new TreeMap<>(Map.of("irq.cpus-serving", 1.0));
            if (i < 30) {
                gauges.put("cpu.steal", random.nextDouble());
            }
            windows.add(window(i, "e1", 0.01, gauges));
        }
        Associations found = AssociationSearch.of(windows, false);
        assertThat(of(found, "irq.cpus-serving").verdict()).isEqualTo(Verdict.CONSTANT);
        assertThat(of(found, "cpu.steal").reason()).isEqualTo("30 windows: 60 are needed");
    }

    @Test
    void slowProbesAreJudgedByTheShareInTheTail() {
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            double steal = random.nextDouble();
            windows.add(window(i, "e1", 0.3 * steal, Map.of("cpu.steal", steal), 50));
        }
        Associations found = AssociationSearch.of(windows, false);
        assertThat(found.tail()).startsWith("share beyond");
        assertThat(found.moving()).hasSize(1);
    }

    /** 200 paths of 12 gauges with memory that have nothing to do with the tail, which has memory too. */
    @Test
    void gaugesThatHaveNothingToDoWithTheTailAreRarelyFound() {
        int paths = 0;
        for (int path = 0; path < 200; path++) {
            double[] tail = noise(400, 0.6);
            double[][] gauges = new double[12][];
            Arrays.setAll(gauges, i -> noise(400, 0.8));
            double[][] p = new double[gauges.length][];
            TailRanks ranks = new TailRanks(List.of(Ranks.centred(tail)), List.of(new double[400]), "p99");
            for (int i = 0; i < gauges.length; i++) {
                Stretch stretch =
                        new Stretch(tail, tail, tail, tail, Map.of(new GaugeKey("prober", "g", ""), gauges[i]));
                p[i] = GaugeTests.of(new GaugeKey("prober", "g", ""), List.of(stretch), ranks)
                        .p();
            }
            double[] adjusted = FalseDiscoveries.adjusted(
                    Arrays.stream(p).flatMapToDouble(Arrays::stream).toArray());
            paths += Arrays.stream(adjusted).min().orElseThrow() <= 0.05 ? 1 : 0;
        }
        assertThat(paths).as("paths of 200 with a false discovery").isLessThanOrEqualTo(16);
    }

    @Test
    void gaugesOfTheProbesRateAreInTheCatalogue() {
        assertThat(RateDriven.NAMES)
                .allSatisfy(
                        name -> assertThat(Knobs.named(name)).map(Knob::kind).hasValue(Knob.Kind.GAUGE));
    }

    private static GaugeAssociation of(Associations found, String name) {
        return found.gauges().stream()
                .filter(each -> each.gauge().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private AssociationWindow window(int second, String epoch, double tailShare, Map<String, Double> gauges) {
        return window(second, epoch, tailShare, gauges, 2_000);
    }

    /** Round trips of 50 us, some of them in a tail of 100 us and more. */
    private AssociationWindow window(
            int second, String epoch, double tailShare, Map<String, Double> gauges, int samples) {
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < samples; i++) {
            boolean tail = random.nextDouble() < tailShare;
            histogram.add((long) (tail ? 100_000 * (1 + random.nextDouble()) : 50_000 + 2_000 * random.nextDouble()));
        }
        Map<GaugeKey, Double> keyed = new TreeMap<>();
        gauges.forEach((name, value) -> keyed.put(new GaugeKey("responder", name, ""), value));
        return new AssociationWindow(second * SECOND_NS, epoch, histogram, 0, keyed);
    }

    private double[] noise(int length, double memory) {
        double[] values = new double[length];
        double value = 0;
        for (int i = 0; i < length; i++) {
            value = memory * value + Math.sqrt(1 - memory * memory) * random.nextGaussian();
            values[i] = value;
        }
        return values;
    }
}
