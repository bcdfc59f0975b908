package io.ringtail.processors.analysis.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error rates under known truth, with few runs and generous bounds; the benchmark has the tables with intervals. */
@Timeout(300)
class EffectMonteCarloTest {
    private static final int RUNS = Integer.getInteger("ringtail.runs", 20);
    private static final int SAMPLES = 200;

    /** At 5 % truly, more than 5 of 20 have a chance of 0.03 %. */
    @ParameterizedTest
    @CsvSource({"0.0, 0.03", "0.7, 0.05"})
    void noChangeIsCalledSignificantAtAnyLookInFewRuns(double rho, double deviation) {
        long alarms = runs(seed -> {
            Made made = new Made(seed, rho, deviation, SAMPLES);
            List<EffectWindow> before = made.windows(600, 1);
            List<EffectWindow> after = made.windows(600, 1);
            return Looks.SIZES.stream()
                    .map(look -> at(before, after.subList(0, look), seed))
                    .anyMatch(MetricEffect::getSignificant);
        });
        assertThat(alarms).isLessThanOrEqualTo(5L * RUNS / 20);
    }

    @Test
    void tenPercentOnP99IsFoundWithin300Windows() {
        long found = runs(seed -> {
            Made made = new Made(seed, 0.5, 0.05, SAMPLES);
            List<EffectWindow> before = made.windows(600, 1);
            MetricEffect effect = at(before, made.windows(300, 1.1), seed);
            return effect.getVerdict() == EffectVerdict.REGRESSED;
        });
        assertThat(found).isGreaterThanOrEqualTo(17L * RUNS / 20);
    }

    @Test
    void theIntervalHoldsTheTruthAboutAsOftenAsItSays() {
        long held = runs(seed -> {
            Made made = new Made(seed, 0.5, 0.05, SAMPLES);
            MetricEffect effect = at(made.windows(300, 1), made.windows(300, 1.1), seed);
            double truth = 0.1 * P99_NS;
            return effect.getLow() <= truth && truth <= effect.getHigh();
        });
        assertThat(held).isGreaterThanOrEqualTo(16L * RUNS / 20);
    }

    /** exp(ln 50,000 + 2.3263 sqrt(0.3^2 + 0.05^2)), scipy.stats.lognorm.ppf(0.99, sqrt(0.0925), scale=50000). */
    private static final double P99_NS = 101_449;

    private static MetricEffect at(List<EffectWindow> before, List<EffectWindow> after, long seed) {
        return EffectAnalysis.compare(Made.side(before), Made.side(after), PlaceboBands.NONE, seed).metrics().stream()
                .filter(each -> each.getMetric().equals(Metric.PRIMARY.label()))
                .findFirst()
                .orElseThrow();
    }

    private static long runs(Predicate<Long> run) {
        return LongStream.rangeClosed(1, RUNS).boxed().filter(run).count();
    }
}
