package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of an effect, and what is not. */
@Timeout(60)
class EffectTextTest {
    private static final List<EffectKnob> ONE = List.of(EffectSamples.usecs());
    private static final List<EffectKnob> TWO = List.of(EffectSamples.usecs(), EffectSamples.affinity());

    @Test
    void oneKnobMovedTheTail() {
        assertThat(EffectText.sentence(of(600, EffectVerdict.REGRESSED, ONE)))
                .isEqualTo("responder.coalesce.rx-usecs 18 -> 100 us moved the tail: regressed");
    }

    @Test
    void twoKnobsAreNeverToldApart() {
        assertThat(EffectText.sentence(of(600, EffectVerdict.REGRESSED, TWO)))
                .isEqualTo("cannot tell: responder.coalesce.rx-usecs 18 -> 100 us and responder.irq.affinity [rx-0]"
                        + " 1 -> 0-7 changed together; together they moved the tail: regressed");
    }

    @Test
    void earlierVerdictsAreProvisional() {
        assertThat(EffectText.sentence(of(30, EffectVerdict.REGRESSED, ONE))).startsWith("provisional: ");
        assertThat(EffectText.sentence(of(30, EffectVerdict.PROVISIONAL, ONE)))
                .isEqualTo("provisional: no effect found so far of responder.coalesce.rx-usecs 18 -> 100 us");
    }

    @Test
    void nothingFoundIsSaidSo() {
        assertThat(EffectText.sentence(of(600, EffectVerdict.NO_EFFECT_FOUND, ONE)))
                .isEqualTo("no effect found of responder.coalesce.rx-usecs 18 -> 100 us");
        assertThat(EffectText.of(new Bounded<>(List.of(), false))).startsWith("no effects");
    }

    @Test
    void significantValuesStandInSquareBracketsWithP99First() {
        assertThat(EffectText.of(new Bounded<>(List.of(of(600, EffectVerdict.REGRESSED, ONE)), false)))
                .contains("p99 [+92.0 us, 81.0..104.0]; p50 +0.1 us, -0.1..0.3")
                .contains("nothing else changed")
                .contains("change change-of-e");
    }

    @Test
    void explainHasTheNumbersBehindEachSentence() {
        assertThat(EffectText.explain(List.of(of(60, EffectVerdict.REGRESSED, TWO))))
                .contains("responder.irq.affinity [rx-0] 1 -> 0-7")
                .contains("90.0 us")
                .contains("182.0 us")
                .contains("[+92.0 us, 81.0..104.0]")
                .contains("12, too few")
                .contains("look at 60 of 600 windows a side");
        assertThat(EffectText.explain(List.of())).startsWith("no effect of such a change");
    }

    @Test
    void anEffectReadsBackFromItsJson() {
        Effect effect = of(60, EffectVerdict.REGRESSED, TWO);

        assertThat(EffectJson.read(EffectJson.write(effect))).isEqualTo(effect);
    }

    @Test
    void anEffectHasARowForTheWholeAndOneForEachMetric() {
        List<HistoryRow> rows = EffectRows.of(of(60, EffectVerdict.REGRESSED, ONE));

        assertThat(rows).hasSize(3);
        assertThat(rows).extracting(HistoryRow::table).containsOnly(HistoryTable.EFFECTS);
    }

    private static Effect of(int look, EffectVerdict verdict, List<EffectKnob> knobs) {
        return EffectSamples.effect("e", Samples.START_NS, look, verdict, knobs);
    }
}
