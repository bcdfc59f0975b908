package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.SparseHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Windows drawn from a distribution: a narrow body, a shoulder of disturbed round trips, a long tail. */
record Drawn(Noise noise, int samplesPerWindow) implements Truth {
    private static final double BODY_NS = 30_000;
    private static final double SHOULDER_SHARE = 0.05;

    @Override
    public String label() {
        return noise.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int longest() {
        return 300;
    }

    @Override
    public List<SparseHistogram> windows(int before, int after, double factor, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        double[] levels = noise.levels(before + GAP + after, random);
        List<SparseHistogram> windows = new ArrayList<>();
        for (int i = 0; i < levels.length; i++) {
            windows.add(window(Math.exp(levels[i]) * (i >= before + GAP ? factor : 1), random));
        }
        return windows;
    }

    private SparseHistogram window(double factor, RandomGenerator random) {
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < samplesPerWindow; i++) {
            histogram.add((long) (factor * roundTripNs(random)));
        }
        return histogram;
    }

    private static double roundTripNs(RandomGenerator random) {
        double ns = BODY_NS * (1 + 0.05 * random.nextGaussian());
        return random.nextDouble() < SHOULDER_SHARE ? ns + BODY_NS * random.nextExponential() : ns;
    }
}
