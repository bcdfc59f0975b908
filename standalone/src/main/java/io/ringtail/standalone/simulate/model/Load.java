package io.ringtail.standalone.simulate.model;

import java.util.random.RandomGenerator;

/**
 * The background of an end over time: a level around 1 with memory (an autoregressive process of first order in its
 * logarithm), a daily course, a trend and bursts, and bulk traffic that comes and goes. Drawn anew ten times a second.
 * Owned by the thread of its model.
 */
final class Load {
    private static final long STEP_NS = 100_000_000;
    private static final double DAY_S = 86_400;

    private final RandomGenerator random;
    private Parameters parameters;
    private long nextNs;
    private double state;
    private double burstUntilS;
    private double level = 1;
    private long bulkUntilNs;
    private boolean bulk;

    Load(Parameters parameters, RandomGenerator random) {
        this.parameters = parameters;
        this.random = random;
        this.state = random.nextGaussian();
    }

    void use(Parameters parameters) {
        this.parameters = parameters;
    }

    /** The level at a moment that is not before the ones asked for. */
    double level(long atNs) {
        while (nextNs <= atNs) {
            step(nextNs / 1e9);
            nextNs += STEP_NS;
        }
        return level;
    }

    /** Whether bulk traffic is being sent then. */
    boolean isBulk(long atNs) {
        while (bulkUntilNs <= atNs) {
            double share = Math.min(0.95, parameters.get(Parameter.BULK_SHARE) * level(atNs));
            double onNs = 1e6 * parameters.get(Parameter.BULK_BURST_MS);
            bulk = share > 0 && !bulk;
            double meanNs = share <= 0 ? STEP_NS : bulk ? onNs : onNs * (1 - share) / share;
            bulkUntilNs = Math.max(bulkUntilNs, atNs) + 1 + (long) (meanNs * random.nextExponential());
        }
        return bulk;
    }

    private void step(double s) {
        double keep = Math.exp(-STEP_NS / 1e9 / parameters.get(Parameter.MEMORY_S));
        state = keep * state + Math.sqrt(1 - keep * keep) * random.nextGaussian();
        double logLevel = parameters.get(Parameter.SIGMA) * state
                + parameters.get(Parameter.DAY) * Math.sin(2 * Math.PI * s / DAY_S)
                + parameters.get(Parameter.TREND_PER_HOUR) * s / 3600;
        level = Math.exp(logLevel) * (isBurst(s) ? parameters.get(Parameter.BURST_FACTOR) : 1);
    }

    private boolean isBurst(double s) {
        double perStep = parameters.get(Parameter.BURSTS_PER_MINUTE) / 60 * STEP_NS / 1e9;
        if (s > burstUntilS && random.nextDouble() < perStep) {
            burstUntilS = s + parameters.get(Parameter.BURST_S) * random.nextExponential();
        }
        return s <= burstUntilS;
    }
}
