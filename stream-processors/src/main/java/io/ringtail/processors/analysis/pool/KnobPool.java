package io.ringtail.processors.analysis.pool;

import io.ringtail.processors.analysis.pool.PairEffect.Estimator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a knob does, everything else equal, over all epochs of all paths. Takes pairs of neighbouring epochs that differ in
 * the knob alone, each epoch once; joins pairs of the same host's change to one cluster; pools the clusters' log ratios.
 * The same knob on prober and responder is two knobs. Pure.
 *
 * @param knob name of the knob, prefixed
 * @param comparisons each two values that were compared
 * @param confounded pairs in which something else differed too, or may have
 */
public record KnobPool(String knob, List<Comparison> comparisons, List<Confounded> confounded) {
    /** Confidence of all intervals. */
    public static final double CONFIDENCE = 0.95;

    /**
     * Compares and pools.
     *
     * @param epochs of any number of paths, in any order
     * @param knob name with its end: {@code responder.coalesce.rx-usecs}
     * @param estimator gives the log ratio of a pair
     */
    public static KnobPool of(List<PoolEpoch> epochs, String knob, Estimator estimator) {
        List<Pair> pairs = PairFinder.find(epochs, knob);
        Map<String, List<Pair>> byLevels = new LinkedHashMap<>();
        pairs.stream()
                .filter(Pair::alone)
                .sorted(Comparator.comparing(Pair::low, Levels.ORDER).thenComparing(Pair::high, Levels.ORDER))
                .forEach(pair -> byLevels.computeIfAbsent(pair.low() + "\u0000" + pair.high(), key -> new ArrayList<>())
                        .add(pair));
        return new KnobPool(
                knob,
                byLevels.values().stream()
                        .map(each -> compare(knob, PairFinder.eachEpochOnce(each), estimator))
                        .toList(),
                pairs.stream()
                        .filter(pair -> !pair.alone())
                        .map(pair -> Confounded.of(pair, epochs))
                        .toList());
    }

    private static Comparison compare(String knob, List<Pair> pairs, Estimator estimator) {
        Map<String, List<Pair>> pairsOf = new LinkedHashMap<>();
        Map<String, List<PairEffect>> effectsOf = new LinkedHashMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Pair pair : pairs) {
            PairEffect effect = estimator.apply(pair);
            if (effect.estimate() == null) {
                leftOut.add(pair.after().epochId() + ": " + effect.absence());
                continue;
            }
            pairsOf.computeIfAbsent(pair.cluster(), key -> new ArrayList<>()).add(pair);
            effectsOf
                    .computeIfAbsent(pair.cluster(), key -> new ArrayList<>())
                    .add(pair.downward() ? effect.reversed() : effect);
        }
        List<Cluster> clusters = pairsOf.keySet().stream()
                .map(key -> Cluster.of(pairsOf.get(key), effectsOf.get(key)))
                .sorted(Comparator.comparingLong(Cluster::atEpochNs))
                .toList();
        return compare(knob, pairs.getFirst(), clusters, leftOut);
    }

    private static Comparison compare(String knob, Pair levels, List<Cluster> clusters, List<String> leftOut) {
        Optional<Pooled> pooled = clusters.size() < RandomEffects.FEWEST
                ? Optional.empty()
                : Optional.of(RandomEffects.pool(
                        clusters.stream().map(Cluster::estimate).toList(), CONFIDENCE));
        return new Comparison(
                knob,
                levels.low(),
                levels.high(),
                pooled.orElse(null),
                pooled.isPresent() ? null : tooFew(clusters.size()),
                clusters,
                clusters.stream().map(Cluster::host).distinct().count(),
                clusters.stream().mapToLong(Cluster::windows).sum(),
                pooled.filter(Pooled::heterogeneous)
                        .flatMap(whole -> Split.best(clusters, whole, CONFIDENCE))
                        .orElse(null),
                List.copyOf(leftOut));
    }

    private static String tooFew(int clusters) {
        return clusters + (clusters == 1 ? " change of a host" : " changes of hosts") + ": " + RandomEffects.FEWEST
                + " are needed to pool";
    }
}
