package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.stats.BlockLength;
import io.ringtail.processors.analysis.stats.RatioBootstrap;
import io.ringtail.processors.analysis.stats.RatioBootstrap.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A ratio of sums over the windows of one side, with its standard error from a moving-block bootstrap. Two numbers a
 * window are all that a resample touches.
 *
 * @param ratio numerator and denominator of each window
 * @param blockLength chosen from the autocorrelation of the windows' residuals. Unit: windows
 */
record Series(Ratio ratio, int blockLength) {
    private static final int RESAMPLES = 1_000;

    /** Of the windows where both are known. */
    static Series of(
            List<EffectWindow> windows,
            ToDoubleFunction<EffectWindow> numerator,
            ToDoubleFunction<EffectWindow> denominator) {
        double[][] pairs = windows.stream()
                .map(each -> new double[] {numerator.applyAsDouble(each), denominator.applyAsDouble(each)})
                .filter(each -> !Double.isNaN(each[0]) && !Double.isNaN(each[1]))
                .toArray(double[][]::new);
        Ratio ratio = new Ratio(column(pairs, 0), column(pairs, 1));
        return new Series(ratio, BlockLength.of(residuals(ratio)));
    }

    /** Windows where it is known. */
    int size() {
        return ratio.numerator().length;
    }

    /** The ratio; NaN without a denominator. */
    double value() {
        return ratio.value();
    }

    /** Its standard error. */
    double error(long seed) {
        return size() < 2
                ? Double.NaN
                : RatioBootstrap.standardErrors(new Ratio[] {ratio}, blockLength, RESAMPLES, seed)[0];
    }

    /** What the error is known from: blocks that do not overlap, less one. */
    double degreesOfFreedom() {
        return Math.max(1, (double) size() / blockLength - 1);
    }

    /** In how many blocks that do not overlap the numerator is above 0. */
    int blocksWithEvents() {
        double[] numerator = ratio.numerator();
        int blocks = 0;
        for (int from = 0; from < numerator.length; from += blockLength) {
            int to = Math.min(numerator.length, from + blockLength);
            blocks += Arrays.stream(numerator, from, to).anyMatch(each -> each > 0) ? 1 : 0;
        }
        return blocks;
    }

    /** The numerators' sum. */
    double events() {
        return Arrays.stream(ratio.numerator()).sum();
    }

    /** What a window adds to or takes from the ratio; their mean is 0. */
    private static double[] residuals(Ratio ratio) {
        double value = ratio.value();
        double[] residuals = new double[ratio.numerator().length];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] = ratio.numerator()[i] - value * ratio.denominator()[i];
        }
        return residuals;
    }

    private static double[] column(double[][] pairs, int at) {
        return Arrays.stream(pairs).mapToDouble(each -> each[at]).toArray();
    }
}
