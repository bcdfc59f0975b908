package io.ringtail.processors.analysis.pool;

/**
 * One estimate that enters a pool.
 *
 * @param effect the estimate; here a log ratio
 * @param variance its sampling variance, above 0
 */
public record Estimate(double effect, double variance) {
    /** Checks that it can be weighted. */
    public Estimate {
        if (!Double.isFinite(effect) || !Double.isFinite(variance) || variance <= 0) {
            throw new IllegalArgumentException("no estimate: effect " + effect + ", variance " + variance);
        }
    }
}
