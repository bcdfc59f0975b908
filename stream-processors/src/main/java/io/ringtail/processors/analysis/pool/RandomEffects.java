package io.ringtail.processors.analysis.pool;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Random-effects pooling: the true effects of the estimates vary around a mean, which is what is asked for.
 *
 * <p>Between-estimate variance by restricted maximum likelihood with Fisher scoring: Viechtbauer (2005), Bias and
 * efficiency of meta-analytic variance estimators in the random-effects model, J. Educational and Behavioral Statistics
 * 30(3), section on REML. Interval by Hartung and Knapp (2001), A refined method for the meta-analysis of controlled
 * clinical trials with binary outcome, Statistics in Medicine 20, 3875-3889, section 2, with the variance never below
 * that of the ordinary one (Roever, Knapp and Friede (2015), BMC Medical Research Methodology 15:99, "modified"), since
 * few estimates that agree by chance would make it absurdly short. I-squared as Higgins and Thompson (2002), Statistics
 * in Medicine 21, section 3.3, from tau squared and the typical sampling variance.
 *
 * <p>Assumes independent estimates with known variances, normal on their scale.
 */
public final class RandomEffects {
    /** Fewer estimates than this are not pooled. */
    public static final int FEWEST = 3;

    private static final int MOST_STEPS = 200;
    private static final double CLOSE = 1e-10;

    private final List<Estimate> estimates;

    private RandomEffects(List<Estimate> estimates) {
        this.estimates = estimates;
    }

    /**
     * Pools.
     *
     * @param estimates at least {@link #FEWEST}
     * @param confidence of the interval: 0.95
     * @throws IllegalArgumentException with fewer
     */
    public static Pooled pool(List<Estimate> estimates, double confidence) {
        if (estimates.size() < FEWEST) {
            throw new IllegalArgumentException(estimates.size() + " estimates: " + FEWEST + " are needed to pool");
        }
        return new RandomEffects(estimates).pool(confidence);
    }

    /** Cochran's Q around the fixed-effect mean; 0 for a single estimate. */
    static double q(List<Estimate> estimates) {
        return new RandomEffects(estimates).q();
    }

    /** The variance of the true effects by REML; 0 for a single estimate. */
    static double tauSquared(List<Estimate> estimates) {
        return estimates.size() < 2 ? 0 : new RandomEffects(estimates).tauSquared();
    }

    private Pooled pool(double confidence) {
        double tauSquared = tauSquared();
        double weights = weights(tauSquared, 1);
        double mean = mean(tauSquared);
        double scale = Math.max(1, residual(tauSquared, mean, 1) / (estimates.size() - 1));
        double error = Math.sqrt(scale / weights);
        TDistribution t = TDistribution.of(estimates.size() - 1.0);
        double reach = error * t.inverseSurvivalProbability((1 - confidence) / 2);
        double q = q();
        return new Pooled(
                mean,
                error,
                mean - reach,
                mean + reach,
                2 * t.survivalProbability(Math.abs(mean / error)),
                tauSquared,
                q,
                ChiSquaredDistribution.of(estimates.size() - 1.0).survivalProbability(q),
                tauSquared / (tauSquared + typicalVariance()),
                estimates.size());
    }

    private double tauSquared() {
        double tau = momentEstimate();
        for (int step = 0; step < MOST_STEPS; step++) {
            double next = Math.max(0, tau + scoringStep(tau));
            if (Math.abs(next - tau) < CLOSE * (1 + tau)) {
                return next;
            }
            tau = next;
        }
        return momentEstimate();
    }

    /** Fisher scoring: (y'PPy - tr P) / tr PP, where P projects out the mean. */
    private double scoringStep(double tau) {
        double w1 = weights(tau, 1);
        double w2 = weights(tau, 2);
        double w3 = weights(tau, 3);
        double traceP = w1 - w2 / w1;
        double tracePp = w2 - 2 * w3 / w1 + w2 * w2 / (w1 * w1);
        return (residual(tau, mean(tau), 2) - traceP) / tracePp;
    }

    /** DerSimonian and Laird (1986): where scoring starts, and stays if it finds no rest. */
    private double momentEstimate() {
        double w1 = weights(0, 1);
        double c = w1 - weights(0, 2) / w1;
        return Math.max(0, (q() - (estimates.size() - 1)) / c);
    }

    private double q() {
        return residual(0, mean(0), 1);
    }

    private double typicalVariance() {
        double w1 = weights(0, 1);
        return (estimates.size() - 1) * w1 / (w1 * w1 - weights(0, 2));
    }

    private double mean(double tau) {
        return sum(each -> each.effect() * weight(each, tau)) / weights(tau, 1);
    }

    private double weights(double tau, int power) {
        return sum(each -> Math.pow(weight(each, tau), power));
    }

    private double residual(double tau, double mean, int power) {
        return sum(each -> Math.pow(weight(each, tau), power) * Math.pow(each.effect() - mean, 2));
    }

    private double sum(ToDoubleFunction<Estimate> term) {
        return estimates.stream().mapToDouble(term).sum();
    }

    private static double weight(Estimate estimate, double tau) {
        return 1 / (estimate.variance() + tau);
    }
}
