package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.EndSetting;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the streams compare, what with what, and what they keep for it. */
@Timeout(240)
class EffectStageTest {
    private static final Path PATH = Host.path("a", "b");
    private static final String PATH_ID = Paths.id(PATH);
    private static final int SAMPLES = 300;
    private static final long SHORT_NS = 50_000;
    private static final long LONG_NS = 140_000;

    private final Streams streams = new Streams(Host.T0_S * 1000);
    private int second;

    @AfterEach
    void close() {
        streams.close();
    }

    @Test
    void theFirstAnswerComesAfter30WindowsAndTheLastWhenTheWindowsBeforeAllowNoMore() {
        epoch("one", List.of(), Map.of("responder.coalesce.rx-usecs", "18"));
        windows("one", 130, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("responder.coalesce.rx-usecs", "100"));
        windows("two", 29, LONG_NS);
        assertThat(streams.effects()).isEmpty();
        windows("two", 200, LONG_NS);

        List<Effect> effects = streams.effects();
        assertThat(effects).extracting(Effect::getLook).containsExactly(30, 60, 120);
        assertThat(effects)
                .extracting(Effect::getEffectId)
                .containsOnly(effects.getFirst().getEffectId());
        assertThat(effects).extracting(Effect::getLastLook).containsOnly(120);
        Effect last = effects.getLast();
        assertThat(last.getVerdict()).isEqualTo(EffectVerdict.REGRESSED);
        assertThat(last.getChangeIds()).containsExactly("c1");
        assertThat(last.getConfounded()).isFalse();
        assertThat(metric(last, "p50").getDifference()).isBetween(88_000.0, 92_000.0);
        assertThat(metric(last, "p50").getSignificant()).isTrue();
        EffectKnob knob = last.getKnobs().getFirst();
        assertThat(knob.getName()).isEqualTo("responder.coalesce.rx-usecs");
        assertThat(knob.getOldValue() + " -> " + knob.getNewValue()).isEqualTo("18 -> 100");
        assertThat(knob.getUnit()).isEqualTo("us");
        assertThat(last.getProvisional()).containsExactly("0 of 40 placebos at this look");
        assertThat(metric(effects.getFirst(), "p99").getPlacebos()).isEqualTo(2);
    }

    @Test
    void aReplayGivesTheSame() {
        story(this);
        List<Effect> first = streams.effects();
        EffectStageTest replay = new EffectStageTest();
        try {
            story(replay);
            assertThat(first).isNotEmpty();
            assertThat(replay.streams.effects()).isEqualTo(first);
        } finally {
            replay.close();
        }
    }

    private static void story(EffectStageTest test) {
        test.epoch("one", List.of(), Map.of("prober.coalesce.rx-usecs", "18"));
        test.windows("one", 40, SHORT_NS);
        test.epoch("two", List.of("c1"), Map.of("prober.coalesce.rx-usecs", "20"));
        test.windows("two", 40, SHORT_NS);
    }

    @Test
    void anEpochWithTooFewWindowsIsInsufficientAndTheNextIsComparedOuterToOuter() {
        epoch("one", List.of(), Map.of("prober.a", "1", "prober.b", "1"));
        windows("one", 60, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("prober.a", "2", "prober.b", "1"));
        windows("two", 12, SHORT_NS);
        epoch("three", List.of("c2"), Map.of("prober.a", "2", "prober.b", "2"));
        windows("three", 30, LONG_NS);

        List<Effect> effects = streams.effects();
        assertThat(effects)
                .extracting(Effect::getVerdict)
                .containsExactly(EffectVerdict.INSUFFICIENT, EffectVerdict.REGRESSED);
        Effect compound = effects.getLast();
        assertThat(compound.getChangeIds()).containsExactly("c1", "c2");
        assertThat(compound.getKnobs()).extracting(EffectKnob::getName).containsExactly("prober.a", "prober.b");
        assertThat(compound.getConfounded()).isTrue();
        assertThat(compound.getRemarks()).anyMatch(each -> each.startsWith("compound:"));
    }

    @Test
    void whatOnlyBecameKnownIsNoChange() {
        epoch("one", List.of(), Map.of("prober.a", "1"));
        windows("one", 40, SHORT_NS);
        epoch("two", List.of(), Map.of("prober.a", "1", "responder.a", "1"));
        windows("two", 40, LONG_NS);

        assertThat(streams.effects()).isEmpty();
    }

    @Test
    void aSettingNotKnownThroughoutIsNamed() {
        epoch("one", List.of(), Map.of("prober.a", "1", "prober.c", "1"));
        windows("one", 40, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("prober.a", "2"));
        windows("two", 30, SHORT_NS);

        Effect effect = streams.effects().getFirst();
        assertThat(effect.getNotKnownConstant()).containsExactly("prober.c");
        assertThat(effect.getRemarks()).contains("not known constant: prober.c");
    }

    @Test
    void unfinishedAndFlaggedWindowsDoNotCount() {
        epoch("one", List.of(), Map.of("prober.a", "1"));
        windows("one", 40, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("prober.a", "2"));
        for (int i = 0; i < 40; i++) {
            send(window("two", LONG_NS, Completeness.PROBER_ONLY, List.of()));
            send(window("two", LONG_NS, Completeness.COMPLETE, List.of("collector-stalled")));
        }
        windows("two", 29, LONG_NS);
        assertThat(streams.effects()).isEmpty();
        windows("two", 1, LONG_NS);

        assertThat(streams.effects()).hasSize(1);
    }

    @Test
    void aRevisionIsNotCountedTwiceAndMayTakeAWindowAway() {
        epoch("one", List.of(), Map.of("prober.a", "1"));
        windows("one", 40, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("prober.a", "2"));
        windows("two", 20, LONG_NS);
        second -= 10;
        windows("two", 10, LONG_NS);
        second -= 1;
        send(window(null, LONG_NS, Completeness.COMPLETE, List.of()));
        windows("two", 10, LONG_NS);
        assertThat(streams.effects()).isEmpty();
        windows("two", 1, LONG_NS);

        assertThat(streams.effects()).hasSize(1);
    }

    @Test
    void aSimulatedPathIsMarked() {
        epoch("one", List.of(), Map.of("prober.a", "1"));
        windows("one", 30, SHORT_NS);
        epoch("two", List.of("c1"), Map.of("prober.a", "2"));
        for (int i = 0; i < 30; i++) {
            Window window = window("two", SHORT_NS, Completeness.COMPLETE, List.of());
            window.setSimulated(true);
            send(window);
        }

        assertThat(streams.effects()).extracting(Effect::getSimulated).containsExactly(true);
    }

    @Test
    void noMoreThan1200WindowsOf512BytesAreKept() {
        epoch("one", List.of(), Map.of("prober.a", "1"));
        for (int i = 0; i < 1_230; i++) {
            send(wideWindow());
        }

        assertThat(streams.count(Nodes.EFFECT_WINDOWS)).isEqualTo(EffectWindows.MOST);
        assertThat(streams.valueBytes(Nodes.EFFECT_WINDOWS)).isLessThanOrEqualTo(512);
    }

    /** Round trips over four decades, in more buckets than fit. */
    private Window wideWindow() {
        Window window = window("one", SHORT_NS, Completeness.COMPLETE, List.of());
        SparseHistogram histogram = new SparseHistogram();
        for (double value = 10_000; value < 1e8; value *= 1.02) {
            histogram.add((long) value);
        }
        window.setBucketIndices(histogram.indices());
        window.setBucketCounts(histogram.counts());
        return window;
    }

    private void windows(String epoch, int count, long aroundNs) {
        for (int i = 0; i < count; i++) {
            send(window(epoch, aroundNs, Completeness.COMPLETE, List.of()));
        }
    }

    private void send(Window window) {
        streams.send(Topics.WINDOWS, PATH_ID, window, window.getStartEpochNs() / 1_000_000 + 1_000);
    }

    private Window window(String epoch, long aroundNs, Completeness completeness, List<String> remarks) {
        SplittableRandom random = new SplittableRandom(second);
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < SAMPLES; i++) {
            histogram.add(aroundNs + random.nextInt(20_000));
        }
        return Window.newBuilder()
                .setPathId(PATH_ID)
                .setPath(PATH)
                .setStartEpochNs((Host.T0_S + second++) * Host.SECOND_NS)
                .setDurationNs(Host.SECOND_NS)
                .setRevision(1)
                .setCompleteness(completeness)
                .setEpochId(epoch == null ? null : id(epoch))
                .setBucketIndices(histogram.indices())
                .setBucketCounts(histogram.counts())
                .setMinNs(histogram.minNs().getAsLong())
                .setMaxNs(histogram.maxNs().getAsLong())
                .setMeanNs(histogram.meanNs().getAsDouble())
                .setPercentiles(Percentiles.of(histogram, 0))
                .setSent(SAMPLES)
                .setReceived(SAMPLES)
                .setLost(0)
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setFlagged(0)
                .setTransactionsPerSecond((double) SAMPLES)
                .setProber(end("a"))
                .setResponder(end("b"))
                .setRemarks(remarks)
                .build();
    }

    private static EndState end(String host) {
        return EndState.newBuilder()
                .setHost(host)
                .setNetns("")
                .setInterface$("eth0")
                .setBusyNsPerTransaction(9_000.0)
                .setGauges(List.of())
                .build();
    }

    private void epoch(String name, List<String> changes, Map<String, String> settings) {
        Epoch epoch = Epoch.newBuilder()
                .setEpochId(id(name))
                .setPathId(PATH_ID)
                .setFromEpochNs((Host.T0_S + second) * Host.SECOND_NS)
                .setChangeIds(changes)
                .setProberSettingsId("p")
                .setResponderSettingsId("r")
                .setSettings(settings.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new EndSetting(each.getKey(), null, each.getValue(), null))
                        .toList())
                .build();
        streams.send(Topics.EPOCHS, PATH_ID, epoch, (Host.T0_S + second) * 1_000);
        second += 2;
    }

    private static String id(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static MetricEffect metric(Effect effect, String name) {
        return effect.getMetrics().stream()
                .filter(each -> each.getMetric().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
