package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.stats.BlockLength;
import io.ringtail.processors.analysis.stats.RatioBootstrap;
import io.ringtail.processors.analysis.stats.RatioBootstrap.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Round trips, and those beyond the epoch's 99th percentile, while a gauge is high and while it is low; by window of all
 * stretches.
 *
 * <p>The interval of the lift is the percentile interval of a moving-block bootstrap over windows ({@link
 * RatioBootstrap}), blocks as long as the autocorrelation of the tail's share asks for. Mutable while it is counted.
 */
final class LiftCounts {
    private static final int FEWEST_WINDOWS = 30;
    private static final int FEWEST_BEYOND = 10;
    private static final int RESAMPLES = 500;
    private static final long SEED = 0x5eed_0005L;

    private final double[] high;
    private final double[] highBeyond;
    private final double[] low;
    private final double[] lowBeyond;
    private final double[] share;
    private int filled;
    private double known;
    private double beyond;
    private String words;

    private LiftCounts(int windows) {
        high = new double[windows];
        highBeyond = new double[windows];
        low = new double[windows];
        lowBeyond = new double[windows];
        share = new double[windows];
    }

    /** Counts a gauge; absent where it varies in no stretch. */
    static Optional<LiftCounts> of(List<Stretch> stretches, GaugeKey gauge) {
        LiftCounts counts =
                new LiftCounts(stretches.stream().mapToInt(Stretch::size).sum());
        stretches.forEach(stretch -> counts.add(stretch, stretch.gauges().get(gauge)));
        return counts.words == null ? Optional.empty() : Optional.of(counts);
    }

    private void add(Stretch stretch, double[] values) {
        HighLow rule = HighLow.of(values);
        words = rule.constant() ? words : rule.words();
        for (int i = 0; i < values.length; i++, filled++) {
            if (!rule.constant() && !Double.isNaN(values[i]) && stretch.samples()[i] > 0) {
                add(stretch.samples()[i], stretch.beyond()[i], rule.high(values[i]), rule.low(values[i]));
            }
        }
    }

    private void add(double samples, double samplesBeyond, boolean isHigh, boolean isLow) {
        known++;
        beyond += samplesBeyond;
        share[filled] = samplesBeyond / samples;
        if (isHigh) {
            high[filled] = samples;
            highBeyond[filled] = samplesBeyond;
        } else if (isLow) {
            low[filled] = samples;
            lowBeyond[filled] = samplesBeyond;
        }
    }

    /** The lift. */
    Lift lift(boolean withInterval) {
        String absence = absence();
        double timeHigh = known == 0 ? Double.NaN : windows(high) / known;
        double tailInHigh = beyond == 0 ? Double.NaN : sum(highBeyond) / beyond;
        return absence == null
                ? new Lift(
                        words,
                        timeHigh,
                        tailInHigh,
                        ratios()[0].value() / ratios()[1].value(),
                        interval(withInterval),
                        null)
                : new Lift(words, timeHigh, tailInHigh, null, null, absence);
    }

    private String absence() {
        double fewest = Math.min(windows(high), windows(low));
        if (fewest < FEWEST_WINDOWS) {
            return "high or low in only " + (long) fewest + " windows: " + FEWEST_WINDOWS + " of each are needed";
        }
        if (sum(highBeyond) + sum(lowBeyond) < FEWEST_BEYOND) {
            return "fewer than " + FEWEST_BEYOND + " round trips in the tail";
        }
        return sum(lowBeyond) == 0 ? "no round trip in the tail while it is low" : null;
    }

    private Ratio[] ratios() {
        return new Ratio[] {new Ratio(highBeyond, high), new Ratio(lowBeyond, low)};
    }

    private Interval interval(boolean wanted) {
        if (!wanted) {
            return null;
        }
        double[][] shares = RatioBootstrap.replicates(ratios(), BlockLength.of(share), RESAMPLES, SEED);
        double[] lifts = new double[RESAMPLES];
        Arrays.setAll(lifts, i -> shares[0][i] / shares[1][i]);
        return Interval.of(lifts);
    }

    private static double windows(double[] side) {
        return Arrays.stream(side).filter(each -> each > 0).count();
    }

    private static double sum(double[] side) {
        return Arrays.stream(side).sum();
    }
}
