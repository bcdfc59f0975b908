package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.association.GaugeAssociation.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for gauges that move with the tail. Only windows of one epoch are compared with each other: settings are constant
 * there and cannot confound. For each gauge: the lift ({@link LiftCounts}), and Spearman's rank correlation with the
 * window's 99th percentile (Spearman (1904), American J. of Psychology 15; ranks within each epoch, put together), the
 * gauge up to five windows earlier or later; also the partial one given the load (Kendall (1942), Biometrika 32). What
 * moves is decided by {@link FalseDiscoveries} at 5 % over all gauges and lags.
 *
 * <p>Assumes that both series are stationary within an epoch. It finds association: a gauge that moves with the tail may
 * drive it, follow it, or share a cause with it. Pure.
 */
public final class AssociationSearch {
    /** Windows that an epoch needs to be looked at. */
    public static final int FEWEST_WINDOWS = 60;

    static final int MOST_LAG = 5;
    private static final double LEVEL = 0.05;

    private final List<Stretch> stretches;
    private final boolean closedLoop;
    private final TailRanks tail;

    private AssociationSearch(List<Stretch> stretches, boolean closedLoop) {
        this.stretches = stretches;
        this.closedLoop = closedLoop;
        this.tail = TailRanks.of(stretches);
    }

    /**
     * Looks at a path's windows.
     *
     * @param windows in order of time
     * @param closedLoop whether the next request waits for the reply: then gauges of the rate are left out
     */
    public static Associations of(List<AssociationWindow> windows, boolean closedLoop) {
        Set<GaugeKey> keys = new TreeSet<>();
        Map<String, List<AssociationWindow>> epochs = new LinkedHashMap<>();
        for (AssociationWindow window : windows) {
            keys.addAll(window.gauges().keySet());
            epochs.computeIfAbsent(window.epochId(), id -> new ArrayList<>()).add(window);
        }
        List<Stretch> stretches = epochs.values().stream()
                .filter(epoch -> epoch.size() >= FEWEST_WINDOWS)
                .map(epoch -> Stretch.of(epoch, keys))
                .toList();
        return new AssociationSearch(stretches, closedLoop).search(keys);
    }

    private Associations search(Set<GaugeKey> keys) {
        List<GaugeTests> tested = new ArrayList<>();
        List<GaugeAssociation> rest = new ArrayList<>();
        for (GaugeKey key : keys) {
            GaugeAssociation unjudged = unjudged(key);
            if (unjudged == null) {
                tested.add(GaugeTests.of(key, stretches, tail));
            } else {
                rest.add(unjudged);
            }
        }
        double[] adjusted = FalseDiscoveries.adjusted(
                tested.stream().flatMapToDouble(each -> Arrays.stream(each.p())).toArray());
        List<GaugeAssociation> all = new ArrayList<>();
        int at = 0;
        for (GaugeTests each : tested) {
            all.add(judged(each, adjusted, at));
            at += each.p().length;
        }
        all.addAll(rest);
        all.sort(Comparator.comparing(GaugeAssociation::verdict)
                .thenComparing(each -> each.verdict() == Verdict.MOVES_WITH
                        ? -Math.abs(each.correlation().coefficient())
                        : 0)
                .thenComparing(GaugeAssociation::gauge));
        return new Associations(List.copyOf(all), tail.words(), tail.windows(), stretches.size(), adjusted.length);
    }

    private GaugeAssociation unjudged(GaugeKey key) {
        if (closedLoop && RateDriven.NAMES.contains(key.name())) {
            return unjudged(key, Verdict.RATE_DRIVEN, "closed loop: driven by the probe's own rate");
        }
        int known = tail.pairs(key, stretches, 0).size();
        if (known < FEWEST_WINDOWS) {
            return unjudged(key, Verdict.TOO_FEW, known + " windows: " + FEWEST_WINDOWS + " are needed");
        }
        boolean constant = stretches.stream()
                .allMatch(stretch -> HighLow.of(stretch.gauges().get(key)).constant());
        return constant ? unjudged(key, Verdict.CONSTANT, "constant") : null;
    }

    private static GaugeAssociation unjudged(GaugeKey key, Verdict verdict, String reason) {
        return new GaugeAssociation(key, verdict, reason, null, null, 0);
    }

    private GaugeAssociation judged(GaugeTests tests, double[] adjusted, int at) {
        int best = tests.strongest();
        boolean moves = adjusted[at + best] <= LEVEL;
        Lift lift = LiftCounts.of(stretches, tests.gauge()).orElseThrow().lift(moves);
        return new GaugeAssociation(
                tests.gauge(),
                moves ? Verdict.MOVES_WITH : Verdict.NONE_FOUND,
                null,
                lift,
                tests.correlation(best, adjusted[at + best], moves, closedLoop),
                tests.windows());
    }
}
