package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.association.Associations;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Window;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F2: the core that an AF_XDP application shares with its interrupt is named, and need_wakeup is what moved the tail. */
@Timeout(600)
class NeedWakeupScenarioTest {
    private static final String SHARED = "responder.xsk.shares-irq-cpu [xsk-0]";

    private static SimulatedStreams streams;
    private static Findings findings;

    @BeforeAll
    static void run() {
        streams = new SimulatedStreams().run(Scenarios.named("f2-need-wakeup"));
        findings = new Findings(streams);
    }

    @AfterAll
    static void close() {
        streams.close();
    }

    @Test
    void theSharedCoreMovesWithTheTailWhileTheApplicationSpins() {
        List<List<Window>> epochs = findings.epochsOf("client");

        assertThat(moving(epochs.get(0))).contains(SHARED);
        assertThat(moving(epochs.get(1))).doesNotContain(SHARED);
    }

    @Test
    void needWakeupMovedTheTailAndNothingElseDid() {
        List<Effect> effects = findings.effects();
        Effect wakeup = effects.getLast();

        assertThat(wakeup.getConfounded()).isFalse();
        assertThat(Findings.knobs(wakeup)).containsExactly("responder.xsk.enabled-need-wakeup");
        MetricEffect p99 = Findings.metric(wakeup, "p99");
        assertThat(p99.getSignificant()).isTrue();
        assertThat(p99.getVerdict()).isEqualTo(EffectVerdict.IMPROVED);
        assertThat(p99.getBefore()).isGreaterThan(1e6);
        assertThat(p99.getAfter()).isLessThan(1e5);
    }

    private static List<String> moving(List<Window> epoch) {
        Associations found = Findings.associations(epoch);
        return found.moving().stream().map(each -> each.gauge().toString()).toList();
    }
}
