package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.pool.Comparison;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One knob over the effects that the history has. */
@Timeout(600)
class KnobHistoryIT {
    private static final TimeRange RANGE =
            new TimeRange(Samples.START_NS - Samples.SECOND_NS, Samples.START_NS + 36_000 * Samples.SECOND_NS);

    @TempDir
    static Path directory;

    @Test
    void effectsOfAKnobAloneArePooledAndThoseOfSeveralCannotBeTold() {
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
            mapping.add(Samples.settings("a", Samples.START_NS, Map.of("ring.rx", "256")));
            for (String prober : List.of("a", "c", "d")) {
                mapping.add(effect(prober, 600, List.of(EffectSamples.usecs())));
            }
            mapping.add(effect("e", 3_600, List.of(EffectSamples.usecs(), EffectSamples.affinity())));
            store.write(mapping.drain());
            store.awaitVisible(Duration.ofMinutes(2));

            List<KnobPool> pools = new HistoryQueries(store).knobs().compare("coalesce.rx-usecs", RANGE);

            assertThat(pools)
                    .extracting(KnobPool::knob)
                    .containsExactly("prober.coalesce.rx-usecs", "responder.coalesce.rx-usecs");
            assertThat(pools.getFirst().comparisons()).isEmpty();
            Comparison only = pools.getLast().comparisons().getFirst();
            assertThat(only.low() + " -> " + only.high()).isEqualTo("18 -> 100");
            assertThat(only.pooled().effect()).isCloseTo(Math.log(182_000.0 / 90_000), within(1e-9));
            assertThat(only.clusters()).hasSize(3);
            assertThat(only.clusters())
                    .anySatisfy(each -> assertThat(each.settings()).containsEntry("prober.ring.rx", "256"));
            assertThat(KnobPoolText.of(pools))
                    .contains("18 -> 100: [+102.2 %,")
                    .contains("cannot tell: responder.coalesce.rx-usecs 18 -> 100 and responder.irq.affinity 1 -> 0-7"
                            + " changed together");
            assertThat(HistoryJson.of(pools)).contains("\"knob\" : \"responder.coalesce.rx-usecs\"");
        }
    }

    private static Effect effect(String prober, int second, List<EffectKnob> knobs) {
        Effect effect = EffectSamples.effect(
                "of-" + prober, Samples.START_NS + second * Samples.SECOND_NS, 600, EffectVerdict.REGRESSED, knobs);
        effect.setPath(Samples.path(prober));
        effect.setPathId(Paths.id(Samples.path(prober)));
        return effect;
    }
}
