package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.histogram.BucketLayout;
import java.util.List;

/**
 * The inverse of a histogram's distribution function, samples taken as spread evenly over their bucket; for the ends of
 * intervals, which are no ranks of samples. Immutable.
 */
final class QuantileFunction {
    private final SparseHistogram histogram;
    private final List<Integer> indices;
    private final List<Long> counts;

    QuantileFunction(SparseHistogram histogram) {
        this.histogram = histogram;
        this.indices = histogram.indices();
        this.counts = histogram.counts();
    }

    /** The duration below which this share of the samples lies; shares outside 0 to 1 are the ends. Unit: ns. */
    double valueNs(double share) {
        double rank = share * histogram.count();
        if (rank <= 0) {
            return histogram.minNs().orElseThrow();
        }
        double below = 0;
        for (int i = 0; i < indices.size(); i++) {
            if (below + counts.get(i) >= rank) {
                return within(i, (rank - below) / counts.get(i));
            }
            below += counts.get(i);
        }
        return histogram.maxNs().orElseThrow();
    }

    private double within(int at, double part) {
        double lowest = BucketLayout.lowestNs(indices.get(at));
        double highest = BucketLayout.highestNs(indices.get(at)) + 1.0;
        double value = lowest + part * (highest - lowest);
        return Math.clamp(value, (double) histogram.minNs().orElseThrow(), (double)
                histogram.maxNs().orElseThrow());
    }
}
