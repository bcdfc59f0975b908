package io.ringtail.processors.history;

import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import java.util.List;

/** Effects of made-up changes. */
final class EffectSamples {
    private EffectSamples() {}

    static Effect effect(String id, long epochNs, int look, EffectVerdict verdict, List<EffectKnob> knobs) {
        boolean moved = verdict == EffectVerdict.REGRESSED || verdict == EffectVerdict.IMPROVED;
        return Effect.newBuilder()
                .setEffectId(id)
                .setPathId(Samples.window("a", 0, 0).getPathId())
                .setPath(Samples.path("a"))
                .setChangeIds(List.of("change-of-" + id))
                .setEpochBefore("one")
                .setEpochAfter("two")
                .setChangeEpochNs(epochNs)
                .setBeforeToEpochNs(epochNs - Samples.SECOND_NS)
                .setAfterFromEpochNs(epochNs + 2 * Samples.SECOND_NS)
                .setLook(look)
                .setLastLook(600)
                .setKnobs(knobs)
                .setNotKnownConstant(List.of())
                .setConfounded(
                        knobs.stream().map(EffectKnob::getGroup).distinct().count() > 1)
                .setVerdict(verdict)
                .setProvisional(look < 600 ? List.of("look at " + look + " of 600 windows a side") : List.of())
                .setRemarks(List.of())
                .setMetrics(List.of(
                        metric("p50", 40_000, 40_100, -50, 260, false),
                        metric("p99", 90_000, 182_000, 81_000, 104_000, moved)))
                .setBeforeIndices(List.of(100, 101))
                .setBeforeCounts(List.of(7L, 3L))
                .setAfterIndices(List.of(120))
                .setAfterCounts(List.of(10L))
                .build();
    }

    static EffectKnob usecs() {
        return new EffectKnob(
                "responder.coalesce.rx-usecs", List.of(), "18", "100", "us", "responder.coalesce.rx-usecs");
    }

    static EffectKnob affinity() {
        return new EffectKnob("responder.irq.affinity", List.of("rx-0"), "1", "0-7", "", "responder.irq.affinity");
    }

    private static MetricEffect metric(
            String name, double before, double after, double low, double high, boolean significant) {
        return MetricEffect.newBuilder()
                .setMetric(name)
                .setUnit("ns")
                .setBefore(before)
                .setAfter(after)
                .setDifference(after - before)
                .setLow(low)
                .setHigh(high)
                .setRatio(after / before)
                .setLogRatio(Math.log(after / before))
                .setLogRatioError(0.01)
                .setP(significant ? 0 : 0.4)
                .setAdjustedP(significant ? 0 : 0.4)
                .setLevel(0.003)
                .setPlacebos(12)
                .setSignificant(significant)
                .setVerdict(significant ? EffectVerdict.REGRESSED : EffectVerdict.PROVISIONAL)
                .build();
    }
}
