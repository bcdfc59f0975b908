package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.histogram.BucketLayout;

/**
 * A percentile before and after. The test compares the shares of samples beyond the pooled percentile, whose errors come
 * from a block bootstrap over windows (so a burst counts as one event, however many samples it has). The interval of
 * each side is the inverted test of its own share (R. S. Woodruff, "Confidence intervals for medians and other position
 * measures", JASA 47, 1952); the two are combined into that of the difference by the squares of their arms (G. Y. Zou, A.
 * Donner, Statistics in Medicine 27, 2008, "MOVER"). Assumes stationarity on each side. Stateless.
 */
final class PercentileEstimate {
    /** Samples beyond a side's percentile that a verdict needs. */
    static final long EXCEEDANCES = 50;

    /** Blocks that must hold them. */
    static final int BLOCKS = 10;

    private static final double WHOLE = 10_000;

    private PercentileEstimate() {}

    /** One side at one percentile. */
    private record Arm(SparseHistogram merged, QuantileFunction quantiles, Series own, double value) {
        static Arm of(Side side, SparseHistogram merged, int hundredths) {
            long valueNs = Percentiles.valueNs(merged, hundredths).orElseThrow();
            Series own = Threshold.of(merged, hundredths).beyond(side);
            return new Arm(merged, new QuantileFunction(merged), own, valueNs);
        }

        /** The value where this many standard errors less than the percentile's share lie beyond. */
        double at(double share, double reach, double error) {
            return quantiles.valueNs(share + reach * error);
        }
    }

    static Estimate of(
            Side before,
            SparseHistogram beforeMerged,
            Side after,
            SparseHistogram afterMerged,
            Metric metric,
            long seed) {
        int hundredths = metric.hundredths();
        String absence = absence(before, beforeMerged, after, afterMerged, hundredths);
        if (absence != null) {
            return Estimate.absent(absence);
        }
        Arm one = Arm.of(before, beforeMerged, hundredths);
        Arm other = Arm.of(after, afterMerged, hundredths);
        Estimate estimate = interval(one, other, hundredths, seed, test(before, after, one, other, hundredths, seed));
        String scarce = scarce(one.own(), "before");
        scarce = scarce == null ? scarce(other.own(), "after") : scarce;
        return scarce == null ? estimate : estimate.withoutVerdict(scarce);
    }

    private static String absence(
            Side before, SparseHistogram beforeMerged, Side after, SparseHistogram afterMerged, int hundredths) {
        String one = Percentiles.absence(beforeMerged.count(), before.lost(), hundredths);
        if (one != null) {
            return "before: " + one;
        }
        String other = Percentiles.absence(afterMerged.count(), after.lost(), hundredths);
        return other == null ? null : "after: " + other;
    }

    private static String scarce(Series own, String side) {
        if (Math.round(own.events()) < EXCEEDANCES) {
            return "no verdict: " + Math.round(own.events()) + " samples beyond it " + side + ", " + EXCEEDANCES
                    + " needed";
        }
        int blocks = own.blocksWithEvents();
        return blocks >= BLOCKS
                ? null
                : "no verdict: samples beyond it in " + blocks + " independent blocks " + side + ", " + BLOCKS
                        + " needed";
    }

    private static double test(Side before, Side after, Arm one, Arm other, int hundredths, long seed) {
        SparseHistogram pooled = new SparseHistogram();
        pooled.merge(one.merged());
        pooled.merge(other.merged());
        Threshold threshold = Threshold.of(pooled, hundredths);
        Series low = threshold.beyond(before);
        Series high = threshold.beyond(after);
        double lowError = low.error(seed);
        double highError = high.error(seed + 1);
        double degrees = Estimate.welch(lowError, low.degreesOfFreedom(), highError, high.degreesOfFreedom());
        return Estimate.p(high.value() - low.value(), Math.hypot(lowError, highError), degrees);
    }

    private static Estimate interval(Arm one, Arm other, int hundredths, long seed, double p) {
        double share = hundredths / WHOLE;
        double oneError = one.own().error(seed + 2);
        double otherError = other.own().error(seed + 3);
        double oneReach = Estimate.reach(one.own().degreesOfFreedom());
        double otherReach = Estimate.reach(other.own().degreesOfFreedom());
        double oneLow = Math.min(one.value(), one.at(share, -oneReach, oneError));
        double oneHigh = Math.max(one.value(), one.at(share, oneReach, oneError));
        double otherLow = Math.min(other.value(), other.at(share, -otherReach, otherError));
        double otherHigh = Math.max(other.value(), other.at(share, otherReach, otherError));
        double difference = other.value() - one.value();
        double oneLogError = (oneHigh - oneLow) / (2 * oneReach * one.value());
        double otherLogError = (otherHigh - otherLow) / (2 * otherReach * other.value());
        return new Estimate(
                one.value(),
                other.value(),
                difference - Math.hypot(other.value() - otherLow, oneHigh - one.value()),
                difference + Math.hypot(otherHigh - other.value(), one.value() - oneLow),
                Math.log(other.value() / one.value()),
                Math.hypot(oneLogError, otherLogError),
                p,
                null);
    }

    /**
     * What counts as beyond a percentile: every sample in higher buckets, and of its own bucket the part that its rank
     * leaves over, the same for every window.
     */
    private record Threshold(int index, double part) {
        static Threshold of(SparseHistogram merged, int hundredths) {
            long rank = Percentiles.rank(hundredths, merged.count());
            int index = BucketLayout.index(merged.valueAtRankNs(rank));
            long above = merged.countAbove(index);
            long in = merged.countAbove(index - 1) - above;
            return new Threshold(index, (double) (merged.count() - rank - above) / in);
        }

        Series beyond(Side side) {
            return Series.of(
                    side.windows(),
                    each -> beyond(each.roundTrips()),
                    each -> each.roundTrips().count());
        }

        private double beyond(SparseHistogram roundTrips) {
            long above = roundTrips.countAbove(index);
            return above + part * (roundTrips.countAbove(index - 1) - above);
        }
    }
}
