package io.ringtail.processors.analysis.stats;

import java.util.Arrays;

/**
 * Standard errors of ratios of sums (a share, a mean per transaction, a rate) over one series of windows. All ratios see
 * the same resamples, so that they can be compared with each other.
 *
 * <p>Moving-block bootstrap as in {@link MovingBlocks}. The variance of a resample misses that of the blocks' own mean,
 * a factor of about 1 - b/n with blocks of b in n; it is given back. Stateless.
 */
public final class RatioBootstrap {
    private RatioBootstrap() {}

    /** Sums of which the ratio is wanted: numerator over denominator, one of each a window. */
    public record Ratio(double[] numerator, double[] denominator) {
        /** Of all windows; NaN where the denominators sum up to 0. */
        public double value() {
            return sum(numerator) / sum(denominator);
        }
    }

    /**
     * Standard error of each ratio; 0 where no resample differs, NaN where some have no denominator.
     *
     * @param resamples how many, at least 2
     */
    public static double[] standardErrors(Ratio[] ratios, int blockLength, int resamples, long seed) {
        double[][] replicates = replicates(ratios, blockLength, resamples, seed);
        int length = ratios.length == 0 ? 1 : ratios[0].numerator().length;
        double correction = Math.sqrt(1 / (1 - (double) Math.min(blockLength, length - 1) / length));
        return Arrays.stream(replicates)
                .mapToDouble(each -> deviation(each) * correction)
                .toArray();
    }

    /** The ratios of each resample: [ratio][resample]. */
    public static double[][] replicates(Ratio[] ratios, int blockLength, int resamples, long seed) {
        double[][] replicates = new double[ratios.length][resamples];
        if (ratios.length == 0) {
            return replicates;
        }
        int length = ratios[0].numerator().length;
        MovingBlocks blocks = new MovingBlocks(length, blockLength, seed);
        int[] elements = new int[length];
        for (int resample = 0; resample < resamples; resample++) {
            blocks.next(elements);
            for (int i = 0; i < ratios.length; i++) {
                replicates[i][resample] = ratio(ratios[i], elements);
            }
        }
        return replicates;
    }

    private static double ratio(Ratio ratio, int[] elements) {
        double[] numerators = ratio.numerator();
        double[] denominators = ratio.denominator();
        double numerator = 0;
        double denominator = 0;
        for (int element : elements) {
            numerator += numerators[element];
            denominator += denominators[element];
        }
        return numerator / denominator;
    }

    private static double deviation(double[] values) {
        double mean = sum(values) / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1));
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
