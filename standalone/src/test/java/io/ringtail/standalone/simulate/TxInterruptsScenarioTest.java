package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.association.Associations;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Window;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F5: transmit completions make the byte queue limit work; coalescing them takes their cost off the tail. */
@Timeout(600)
class TxInterruptsScenarioTest {
    private static SimulatedStreams streams;
    private static Findings findings;

    @BeforeAll
    static void run() {
        streams = new SimulatedStreams().run(Scenarios.named("f5-tx-interrupts"));
        findings = new Findings(streams);
    }

    @AfterAll
    static void close() {
        streams.close();
    }

    @Test
    void thePressureOnTheByteQueueLimitMovesWithTheTail() {
        Associations found = findings.associations("peer");

        assertThat(found.moving())
                .extracting(each -> each.gauge().toString())
                .contains("responder.bql.pressure [tx-0]");
    }

    @Test
    void theLimitAndThenCoalescingEachTakeFromTheTail() {
        List<List<Window>> epochs = findings.epochsOf("peer");

        assertThat(Findings.us(epochs.get(1), 9_900)).isLessThan(Findings.us(epochs.get(0), 9_900) / 3);
        assertThat(Findings.us(epochs.get(2), 9_500)).isLessThan(Findings.us(epochs.get(1), 9_500));
        assertThat(interrupts(epochs.get(2))).isLessThan(interrupts(epochs.get(1)) / 3);
    }

    @Test
    void theEffectOfTxFramesIsSignificantAndItsAlone() {
        Effect coalescing = findings.effects().getLast();

        assertThat(coalescing.getConfounded()).isFalse();
        assertThat(Findings.knobs(coalescing)).containsExactly("responder.coalesce.tx-frames");
        MetricEffect p90 = Findings.metric(coalescing, "p90");
        assertThat(p90.getSignificant()).isTrue();
        assertThat(p90.getVerdict()).isEqualTo(EffectVerdict.IMPROVED);
    }

    private static double interrupts(List<Window> windows) {
        return windows.stream()
                .flatMap(each -> each.getResponder().getGauges().stream())
                .filter(each -> each.getName().equals("irq.rate") && each.getQueue() == null)
                .mapToDouble(Gauge::getValue)
                .average()
                .orElseThrow();
    }
}
