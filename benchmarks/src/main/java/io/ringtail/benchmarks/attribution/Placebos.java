package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.effect.EffectAnalysis;
import io.ringtail.processors.analysis.effect.EffectResult;
import io.ringtail.processors.analysis.effect.Metric;
import io.ringtail.processors.analysis.effect.PlaceboBands;
import io.ringtail.processors.analysis.effect.PlaceboSketch;
import io.ringtail.schemas.record.MetricEffect;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bands that a path has learnt from its own epochs: of pseudo-changes in other windows of the same noise. */
final class Placebos {
    private static final int ENOUGH = PlaceboBands.ENOUGH + 10;
    private static final long OTHER_SEEDS = 1_000_000_007L;

    private Placebos() {}

    /** By look. */
    static Map<Integer, PlaceboBands> of(Truth truth) {
        Map<Integer, PlaceboBands> bands = new HashMap<>();
        for (int look : List.of(30, 60, 120, 300)) {
            if (look <= truth.longest()) {
                Map<Metric, PlaceboSketch> sketches = new EnumMap<>(Metric.class);
                for (int i = 0; i < ENOUGH; i++) {
                    add(sketches, placebo(truth, look, OTHER_SEEDS + 1000L * look + i));
                }
                bands.put(look, new PlaceboBands(sketches));
            }
        }
        return bands;
    }

    private static EffectResult placebo(Truth truth, int look, long seed) {
        List<SparseHistogram> all = truth.windows(look, look, 1, seed);
        return EffectAnalysis.compare(
                Run.sideOf(all.subList(0, look), 0),
                Run.sideOf(all.subList(look + Truth.GAP, all.size()), look + Truth.GAP),
                PlaceboBands.NONE,
                seed);
    }

    private static void add(Map<Metric, PlaceboSketch> sketches, EffectResult result) {
        for (MetricEffect each : result.metrics()) {
            if (each.getLogRatio() != null) {
                sketches.computeIfAbsent(metric(each.getMetric()), metric -> new PlaceboSketch())
                        .add(each.getLogRatio());
            }
        }
    }

    private static Metric metric(String label) {
        return Arrays.stream(Metric.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow();
    }
}
