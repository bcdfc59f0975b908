package io.ringtail.processors.analysis.pool;

/**
 * A pooled effect and how much the estimates differ among themselves.
 *
 * @param effect the mean of the effects' distribution, on the estimates' scale
 * @param standardError its standard error (Hartung-Knapp)
 * @param lower lower bound of the interval
 * @param upper upper bound of the interval
 * @param p two-sided probability of an effect as large without any
 * @param tauSquared variance of the true effects between the estimates (REML)
 * @param q Cochran's Q: weighted squared differences from the fixed-effect mean
 * @param qP probability of a Q as large where all true effects are equal
 * @param iSquared share of the variance that is due to heterogeneity, 0 to 1
 * @param estimates how many were pooled
 */
public record Pooled(
        double effect,
        double standardError,
        double lower,
        double upper,
        double p,
        double tauSquared,
        double q,
        double qP,
        double iSquared,
        int estimates) {
    private static final double HETEROGENEOUS_P = 0.10;

    /** Whether the true effects differ: Q is significant at 10 %, its usual level since it has little power. */
    public boolean heterogeneous() {
        return qP < HETEROGENEOUS_P && tauSquared > 0;
    }

    /** Whether the interval leaves out "no effect". */
    public boolean significant() {
        return lower > 0 || upper < 0;
    }
}
