package io.ringtail.processors.analysis.shift;

/**
 * When something counts as a shift.
 *
 * @param windows windows that are looked at, at most
 * @param perMedian windows that make one median of the test
 * @param shortestSide medians that a side needs
 * @param permutations of the test, at most
 * @param level the test's p must not be above it
 * @param leastRatio percentiles must move by this share at least
 * @param leastLoss the lost share must move by this at least
 * @param leastScatters the shift must be this many times what the medians scatter around both sides
 * @param abruptShare share of the shift that must lie within a minute on each side: the rest may be drift
 */
public record ShiftRules(
        int windows,
        int perMedian,
        int shortestSide,
        int permutations,
        double level,
        double leastRatio,
        double leastLoss,
        double leastScatters,
        double abruptShare) {
    /**
     * 600 windows, medians of 10, a minute a side, at least 5 % or 0.1 % loss. The level makes one false shift a path and
     * week: a week has 1,008 disjoint stretches of 600 windows, three metrics, and looks overlap. Noise whose memory is longer than a
     * block makes the test's p too small; the scatter, which such noise moves too, guards against it.
     */
    public static final ShiftRules DEFAULT = new ShiftRules(600, 10, 6, 19_999, 1e-4, 0.05, 0.001, 2.5, 0.6);
}
