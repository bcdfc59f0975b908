package io.ringtail.processors.analysis.pool;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One change of a host, seen by one path or many.
 *
 * @param changeIds the changes; empty where they are not known
 * @param atEpochNs when: start of the first epoch after it, ns since 1970-01-01 UTC
 * @param host host that was changed
 * @param estimate log ratio of the metric, higher value of the knob over lower
 * @param paths paths that saw it
 * @param windows windows that it rests on
 * @param settings settings that were equal on all of them, before and after
 */
public record Cluster(
        List<String> changeIds,
        long atEpochNs,
        String host,
        Estimate estimate,
        int paths,
        long windows,
        Map<String, String> settings) {

    /**
     * Of pairs of the same event. Effects are weighted by their precision; the variance is the one of estimates that
     * move together entirely, since paths share the host, its load and the moment: paths add no certainty.
     */
    static Cluster of(List<Pair> pairs, List<PairEffect> effects) {
        Pair first = pairs.getFirst();
        return new Cluster(
                first.changeIds(),
                pairs.stream()
                        .mapToLong(pair -> pair.after().fromEpochNs())
                        .min()
                        .orElseThrow(),
                first.after().hostOf(first.knob().name()),
                together(effects),
                (int) pairs.stream()
                        .map(pair -> pair.before().pathId())
                        .distinct()
                        .count(),
                effects.stream().mapToLong(PairEffect::windows).sum(),
                shared(pairs));
    }

    private static Estimate together(List<PairEffect> effects) {
        double weights = 0;
        double effect = 0;
        double error = 0;
        for (PairEffect each : effects) {
            double weight = 1 / each.estimate().variance();
            weights += weight;
            effect += weight * each.estimate().effect();
            error += weight * Math.sqrt(each.estimate().variance());
        }
        return new Estimate(effect / weights, Math.pow(error / weights, 2));
    }

    private static Map<String, String> shared(List<Pair> pairs) {
        Map<String, String> shared = new TreeMap<>(pairs.getFirst().before().settings());
        for (Pair pair : pairs) {
            shared.entrySet().retainAll(pair.before().settings().entrySet());
            shared.entrySet().retainAll(pair.after().settings().entrySet());
        }
        return shared;
    }
}
