package io.ringtail.processors.analysis.shift;

import java.util.Random;

/**
 * The most likely point at which the distribution of a series changed, and whether it did.
 *
 * <p>Matteson and James (2014), A nonparametric approach for multiple change point analysis of multivariate data, J. of
 * the American Statistical Association 109, 334-345: the divergence of section 2.1 with exponent 1, the scaled statistic
 * of equation 7 with the second segment reaching to the end (one change point), the permutation test of section 2.4. Whole
 * blocks are permuted instead of values, so that neighbours stay together: values may depend on each other within a
 * block, blocks are taken as exchangeable. Permuting stops early where the answer can only be "no" (Besag and Clifford
 * (1991), Sequential Monte Carlo p-values, Biometrika 78, 301-304).
 */
final class EDivisive {
    private static final int ENOUGH_EXCEEDING = 10;

    private final double[] values;
    private final int shortest;

    /**
     * Of a series.
     *
     * @param values in order
     * @param shortest values that a side needs, at least 2
     */
    EDivisive(double[] values, int shortest) {
        this.values = values.clone();
        this.shortest = shortest;
    }

    /**
     * A split.
     *
     * @param at values before it
     * @param statistic scaled divergence of the sides
     */
    record Split(int at, double statistic) {}

    /** The split with the greatest divergence. */
    Split best() {
        return best(identity(values.length));
    }

    /**
     * The probability of a divergence as great were all blocks exchangeable, from at most so many permutations.
     *
     * @param blockLength values that stay together
     * @param permutations most permutations
     * @param seed of the permutations: the same gives the same p
     */
    double p(int blockLength, int permutations, long seed) {
        double observed = best().statistic();
        Random random = new Random(seed);
        int exceeding = 0;
        for (int done = 1; done <= permutations; done++) {
            if (best(permuted(blockLength, random)).statistic() >= observed && ++exceeding == ENOUGH_EXCEEDING) {
                return (double) exceeding / done;
            }
        }
        return (exceeding + 1.0) / (permutations + 1.0);
    }

    /** Sums of distances within both sides grow and shrink by one value a step: the whole is quadratic. */
    private Split best(int[] order) {
        int n = order.length;
        double[] ahead = new double[n];
        double[] behind = new double[n];
        double total = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double distance = Math.abs(values[order[i]] - values[order[j]]);
                behind[i] += distance;
                ahead[j] += distance;
            }
            total += behind[i];
        }
        return best(ahead, behind, total);
    }

    private Split best(double[] ahead, double[] behind, double total) {
        int n = ahead.length;
        double left = 0;
        double right = total;
        Split best = new Split(0, Double.NEGATIVE_INFINITY);
        for (int at = 1; at <= n - shortest; at++) {
            left += behind[at - 1];
            right -= ahead[at - 1];
            if (at >= shortest) {
                double statistic = statistic(at, n - at, left, right, total - left - right);
                best = statistic > best.statistic() ? new Split(at, statistic) : best;
            }
        }
        return best;
    }

    private static double statistic(double n, double m, double left, double right, double between) {
        double divergence = 2 * between / (n * m) - 2 * left / (n * (n - 1)) - 2 * right / (m * (m - 1));
        return n * m / (n + m) * divergence;
    }

    private int[] permuted(int blockLength, Random random) {
        int blocks = Math.ceilDiv(values.length, blockLength);
        int[] order = identity(blocks);
        for (int i = blocks - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        int[] all = new int[values.length];
        int filled = 0;
        for (int block : order) {
            int end = Math.min(values.length, (block + 1) * blockLength);
            for (int at = block * blockLength; at < end; at++) {
                all[filled++] = at;
            }
        }
        return all;
    }

    private static int[] identity(int length) {
        int[] all = new int[length];
        for (int i = 0; i < length; i++) {
            all[i] = i;
        }
        return all;
    }
}
