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
    @SuppressWarnings("ArrayRecordComponent") // Two columns of numbers; never compared, printed or kept.
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
        Prefixes[] prefixes = Arrays.stream(ratios).map(Prefixes::of).toArray(Prefixes[]::new);
        int length = ratios[0].numerator().length;
        MovingBlocks blocks = new MovingBlocks(length, blockLength, seed);
        int[] starts = new int[Math.ceilDiv(length, blockLength)];
        for (int resample = 0; resample < resamples; resample++) {
            blocks.nextStarts(starts);
            for (int i = 0; i < ratios.length; i++) {
                replicates[i][resample] = prefixes[i].ratio(starts, blockLength, length);
            }
        }
        return replicates;
    }

    /** Running sums, so that a block costs the same whatever its length. */
    @SuppressWarnings("ArrayRecordComponent") // Two columns of numbers; never compared, printed or kept.
    private record Prefixes(double[] numerators, double[] denominators) {
        static Prefixes of(Ratio ratio) {
            return new Prefixes(running(ratio.numerator()), running(ratio.denominator()));
        }

        double ratio(int[] starts, int blockLength, int length) {
            double numerator = 0;
            double denominator = 0;
            int filled = 0;
            for (int start : starts) {
                int end = start + Math.min(blockLength, length - filled);
                numerator += numerators[end] - numerators[start];
                denominator += denominators[end] - denominators[start];
                filled += blockLength;
            }
            return numerator / denominator;
        }

        private static double[] running(double[] values) {
            double[] running = new double[values.length + 1];
            for (int i = 0; i < values.length; i++) {
                running[i + 1] = running[i] + values[i];
            }
            return running;
        }
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
