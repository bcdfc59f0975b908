package io.ringtail.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.accounts.Accounts;
import io.ringtail.processors.analysis.accounts.AccountsOrReason;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.Window;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** F3: a kernel that also spread the interrupts, and a timer behind what nobody could account for. */
@Timeout(600)
class KernelsScenarioTest {
    private static SimulatedStreams streams;
    private static Findings findings;

    @BeforeAll
    static void run() {
        streams = new SimulatedStreams().run(Scenarios.named("f3-kernels"));
        findings = new Findings(streams);
    }

    @AfterAll
    static void close() {
        streams.close();
    }

    @Test
    void theKernelIsConfoundedWithThePlacementOfTheInterrupt() {
        KnobPool kernel = findings.pool("responder.kernel.release");

        assertThat(kernel.comparisons()).isEmpty();
        assertThat(kernel.confounded()).singleElement().satisfies(each -> {
            assertThat(each.pair().others()).extracting(other -> other.name()).contains("responder.irq.affinity");
            assertThat(each.separators())
                    .anyMatch(line -> line.contains("responder.irq.affinity") && line.startsWith("no epoch has"));
        });
    }

    @Test
    void theEffectOfTheUpdateIsSaidToBelongToBothChangesTogether() {
        Effect update = findings.effects().getFirst();

        assertThat(update.getConfounded()).isTrue();
        assertThat(Findings.knobs(update)).contains("responder.kernel.release", "responder.irq.affinity");
        assertThat(update.getSimulated()).isTrue();
        Effect pinned = findings.effects().get(1);
        assertThat(pinned.getConfounded()).isFalse();
        assertThat(Findings.knobs(pinned)).containsExactly("responder.irq.affinity");
        assertThat(pinned.getVerdict()).isEqualTo(EffectVerdict.IMPROVED);
    }

    @Test
    void pinningTheInterruptAloneTellsItsShareFromTheKernels() {
        KnobPool placement = findings.pool("responder.irq.affinity");

        assertThat(placement.comparisons()).singleElement().satisfies(each -> {
            assertThat(each.low() + " " + each.high()).isEqualTo("2 0-7");
            assertThat(each.clusters())
                    .singleElement()
                    .satisfies(
                            cluster -> assertThat(cluster.estimate().effect()).isPositive());
        });
        List<List<Window>> epochs = findings.epochsOf("left");
        double both = Findings.us(epochs.get(1), 5_000) - Findings.us(epochs.get(0), 5_000);
        double kernel = Findings.us(epochs.get(2), 5_000) - Findings.us(epochs.get(0), 5_000);
        assertThat(kernel).isLessThan(both / 2);
    }

    @Test
    void theUnaccountedPartIsNamedAsAnInterruptTimerAndFollowsIt() {
        List<List<Window>> epochs = findings.epochsOf("left");
        AccountsOrReason before = findings.accounts(epochs.get(2));
        AccountsOrReason after = findings.accounts(epochs.get(3));

        assertThat(before.absence()).isNull();
        Accounts accounts = before.accounts();
        assertThat(accounts.restShare()).isGreaterThan(0.25);
        assertThat(accounts.timer()).contains("responder rx-usecs 18, rx-frames 6");
        assertThat(AccountsOrReason.follows(accounts, after.accounts(), false)).isTrue();
    }
}
