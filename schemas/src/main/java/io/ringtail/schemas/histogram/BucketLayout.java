package io.ringtail.schemas.histogram;

/**
 * The one bucket layout of Ringtail, on the wire, in state and in the history: HdrHistogram's with two significant
 * digits, from 1 ns to 2^36 ns. Values up to 255 ns have a bucket each; above, a bucket is at most 1/128 (0.8 %) of its
 * value wide. Indices equal those of {@code org.HdrHistogram.Histogram(1, 1L << 36, 2)}, so any range of histograms
 * merges by summing counts of equal indices.
 *
 * <p>Stateless and thread safe. Source: HdrHistogram's {@code AbstractHistogram.countsArrayIndex}.
 */
public final class BucketLayout {
    /** Largest value of the layout; larger ones are counted in its bucket. Unit: ns. */
    public static final long HIGHEST_NS = 1L << 36;

    /** Significant decimal digits. */
    public static final int SIGNIFICANT_DIGITS = 2;

    private static final int SUB_BUCKET_BITS = 8;
    private static final int SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
    private static final int HALF = SUB_BUCKETS / 2;

    /** Number of buckets; indices run from 0 to one less. */
    public static final int BUCKETS = index(HIGHEST_NS) + 1;

    private BucketLayout() {}

    /**
     * The bucket of a value.
     *
     * @param valueNs a round trip or other duration, ns; below 0 counts as 0, above {@link #HIGHEST_NS} as that
     */
    public static int index(long valueNs) {
        long value = Math.clamp(valueNs, 0, HIGHEST_NS);
        int bucket = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - SUB_BUCKET_BITS);
        int subBucket = (int) (value >>> bucket);
        return bucket == 0 ? subBucket : bucket * HALF + subBucket;
    }

    /** The lowest value of a bucket, ns. */
    public static long lowestNs(int index) {
        int bucket = bucketOf(index);
        return (long) (index - bucket * HALF) << bucket;
    }

    /** The highest value of a bucket, ns. */
    public static long highestNs(int index) {
        return lowestNs(index) + (1L << bucketOf(index)) - 1;
    }

    private static int bucketOf(int index) {
        if (index < 0 || index >= BUCKETS) {
            throw new IllegalArgumentException("no bucket " + index + ": the layout has 0 to " + (BUCKETS - 1));
        }
        return index < SUB_BUCKETS ? 0 : index / HALF - 1;
    }
}
