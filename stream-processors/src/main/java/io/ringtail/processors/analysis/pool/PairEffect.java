package io.ringtail.processors.analysis.pool;

import java.util.function.Function;

/**
 * The log ratio of the metric, after over before, for one pair; or why there is none.
 *
 * @param estimate log ratio and variance; null where absent
 * @param windows windows of both sides that it rests on
 * @param absence why it is absent; null where it is there
 */
public record PairEffect(Estimate estimate, long windows, String absence) {
    /** Estimates pairs from their windows. */
    @FunctionalInterface
    public interface Estimator extends Function<Pair, PairEffect> {}

    /** An effect. */
    public static PairEffect of(double logRatio, double variance, long windows) {
        return new PairEffect(new Estimate(logRatio, variance), windows, null);
    }

    /** No effect, with the reason. */
    public static PairEffect absent(String reason) {
        return new PairEffect(null, 0, reason);
    }

    /** The effect of going the other way. */
    PairEffect reversed() {
        return new PairEffect(new Estimate(-estimate.effect(), estimate.variance()), windows, null);
    }
}
