package io.ringtail.processors.analysis.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A heterogeneous comparison split by the setting that explains most of the differences between its clusters.
 * Exploratory: the setting was chosen by looking at the effects.
 *
 * <p>What it explains is the share of the variance between true effects that is gone within the strata, as for a
 * categorical moderator: Raudenbush (2009), Analyzing effect sizes, in The Handbook of Research Synthesis and
 * Meta-Analysis, 2nd edition, chapter 16, with the strata's variances pooled by their degrees of freedom.
 *
 * @param setting name of the setting
 * @param explained share of the heterogeneity that it explains, 0 to 1
 * @param strata its values, each with at least three clusters
 */
public record Split(String setting, double explained, List<Stratum> strata) {
    private static final double LEAST_EXPLAINED = 0.25;

    /**
     * The clusters that share a value of the setting.
     *
     * @param value the value
     * @param pooled their pooled effect
     */
    public record Stratum(String value, Pooled pooled) {}

    /** The best split, if one explains at least a quarter; settings that split alike are named by the first of them. */
    static Optional<Split> best(List<Cluster> clusters, Pooled whole, double confidence) {
        TreeSet<String> names = new TreeSet<>();
        clusters.forEach(cluster -> names.addAll(cluster.settings().keySet()));
        Split best = null;
        for (String name : names) {
            Optional<Split> split = by(name, clusters, whole, confidence);
            if (split.isPresent() && (best == null || split.get().explained > best.explained)) {
                best = split.get();
            }
        }
        return Optional.ofNullable(best).filter(split -> split.explained >= LEAST_EXPLAINED);
    }

    private static Optional<Split> by(String name, List<Cluster> clusters, Pooled whole, double confidence) {
        Map<String, List<Estimate>> byValue = new TreeMap<>(Levels.ORDER);
        for (Cluster cluster : clusters) {
            String value = cluster.settings().get(name);
            if (value == null) {
                return Optional.empty();
            }
            byValue.computeIfAbsent(value, each -> new ArrayList<>()).add(cluster.estimate());
        }
        if (byValue.size() < 2 || byValue.values().stream().anyMatch(each -> each.size() < RandomEffects.FEWEST)) {
            return Optional.empty();
        }
        List<Stratum> strata = new ArrayList<>();
        byValue.forEach((value, each) -> strata.add(new Stratum(value, RandomEffects.pool(each, confidence))));
        return Optional.of(new Split(name, explained(strata, whole), strata));
    }

    private static double explained(List<Stratum> strata, Pooled whole) {
        double within = 0;
        double freedom = 0;
        for (Stratum stratum : strata) {
            int each = stratum.pooled().estimates() - 1;
            within += each * stratum.pooled().tauSquared();
            freedom += each;
        }
        return Math.max(0, 1 - within / freedom / whole.tauSquared());
    }
}
