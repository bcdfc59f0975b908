package io.ringtail.processors.analysis;

import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Corrected;
import java.util.List;

/**
 * HdrHistogram's correction for coordinated omission: a round trip that took longer than the interval of the schedule
 * kept requests from being sent, each of which would have waited one interval less. Only for schedules with a single
 * request under way. Pure.
 */
public final class OmissionCorrection {
    private OmissionCorrection() {}

    /** The distribution with the omitted samples; values within a bucket's width. */
    public static SparseHistogram of(SparseHistogram raw, long intervalNs) {
        SparseHistogram all = SparseHistogram.of();
        all.merge(raw);
        List<Integer> indices = raw.indices();
        List<Long> counts = raw.counts();
        long maxNs = raw.maxNs().orElse(0);
        for (int i = 0; i < indices.size(); i++) {
            long valueNs = Math.min(BucketLayout.highestNs(indices.get(i)), maxNs);
            for (long missing = valueNs - intervalNs; missing >= intervalNs; missing -= intervalNs) {
                all.add(missing, counts.get(i));
            }
        }
        return all;
    }

    /** As it stands in a window. */
    public static Corrected record(SparseHistogram raw, long lost, long intervalNs) {
        SparseHistogram all = of(raw, intervalNs);
        return Corrected.newBuilder()
                .setExpectedIntervalNs(intervalNs)
                .setCount(all.count())
                .setBucketIndices(all.indices())
                .setBucketCounts(all.counts())
                .setPercentiles(Percentiles.of(all, lost))
                .build();
    }
}
