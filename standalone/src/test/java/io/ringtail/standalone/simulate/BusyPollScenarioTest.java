package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.pool.Comparison;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.Split.Stratum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F1: what rx-usecs does depends on whether the responder polls. */
@Timeout(600)
class BusyPollScenarioTest {
    @Test
    void aLargeTimerHurtsWithoutBusyPollingAndHelpsWithIt() {
        try (SimulatedStreams streams = new SimulatedStreams().run(Scenarios.named("f1-busy-poll"))) {
            KnobPool pool = new Findings(streams).pool("responder.coalesce.rx-usecs");

            assertThat(pool.confounded()).isEmpty();
            assertThat(pool.comparisons()).singleElement().satisfies(BusyPollScenarioTest::hasOppositeStrata);
        }
    }

    private static void hasOppositeStrata(Comparison comparison) {
        assertThat(comparison.low() + " " + comparison.high()).isEqualTo("0 100");
        assertThat(comparison.clusters()).hasSize(6);
        assertThat(comparison.pooled().heterogeneous()).isTrue();
        assertThat(comparison.split().setting()).isEqualTo("responder.busy-poll.read");
        Stratum off = comparison.split().strata().getFirst();
        Stratum on = comparison.split().strata().getLast();
        assertThat(off.value() + " " + on.value()).isEqualTo("0 50");
        assertThat(off.pooled().significant()).isTrue();
        assertThat(off.pooled().effect()).isPositive();
        assertThat(on.pooled().significant()).isTrue();
        assertThat(on.pooled().effect()).isNegative();
    }
}
