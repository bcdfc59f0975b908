package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F4: a median that got worse and a tail that got better, which one percentile cannot tell. */
@Timeout(600)
class NocacheCopyScenarioTest {
    @Test
    void theMedianRegressedTheTailImprovedTheWholeIsMixed() {
        try (SimulatedStreams streams = new SimulatedStreams().run(Scenarios.named("f4-nocache-copy"))) {
            Effect effect = new Findings(streams).effects().getLast();

            assertThat(Findings.knobs(effect)).containsExactly("responder.feature.tx-nocache-copy");
            assertThat(effect.getSimulated()).isTrue();
            assertThat(Findings.metric(effect, "p50").getVerdict()).isEqualTo(EffectVerdict.REGRESSED);
            assertThat(Findings.metric(effect, "p95").getVerdict()).isEqualTo(EffectVerdict.IMPROVED);
            assertThat(effect.getVerdict()).isEqualTo(EffectVerdict.MIXED);
        }
    }
}
