package io.ringtail.processors.analysis;

import io.ringtail.schemas.histogram.BucketLayout;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Durations counted in the buckets of {@link BucketLayout}, only those that have samples, with exact minimum, maximum
 * and sum. Merging is exact: the same samples give the same histogram in whatever parts and order they come. Mutable;
 * owned by one thread.
 */
public final class SparseHistogram {
    private static final int FIRST_CAPACITY = 16;

    private int[] indices = new int[FIRST_CAPACITY];
    private long[] counts = new long[FIRST_CAPACITY];
    private int size;
    private long count;
    private long sumNs;
    private long minNs = Long.MAX_VALUE;
    private long maxNs = Long.MIN_VALUE;

    /** Of these durations, ns. */
    public static SparseHistogram of(long... valuesNs) {
        SparseHistogram histogram = new SparseHistogram();
        for (long value : valuesNs) {
            histogram.add(value);
        }
        return histogram;
    }

    /**
     * From its parts, as a window record or the history has them; without minimum and maximum those of the buckets.
     *
     * @param indices rising bucket indices
     * @param counts their samples
     */
    public static SparseHistogram of(
            List<Integer> indices, List<Long> counts, OptionalLong minNs, OptionalLong maxNs, long sumNs) {
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < indices.size(); i++) {
            histogram.addBucket(indices.get(i), counts.get(i));
        }
        histogram.sumNs = sumNs;
        if (histogram.size > 0) {
            histogram.minNs = minNs.orElse(BucketLayout.lowestNs(histogram.indices[0]));
            histogram.maxNs = maxNs.orElse(BucketLayout.highestNs(histogram.indices[histogram.size - 1]));
        }
        return histogram;
    }

    /** Counts one duration; below 0 counts as 0. Unit: ns. */
    public void add(long valueNs) {
        add(valueNs, 1);
    }

    /** Counts a duration several times; below 0 counts as 0. Unit: ns. */
    public void add(long valueNs, long times) {
        long value = Math.max(0, valueNs);
        addBucket(BucketLayout.index(value), times);
        sumNs += value * times;
        minNs = Math.min(minNs, value);
        maxNs = Math.max(maxNs, value);
    }

    /** Adds all of another, which stays as it is. */
    public void merge(SparseHistogram other) {
        for (int i = 0; i < other.size; i++) {
            addBucket(other.indices[i], other.counts[i]);
        }
        sumNs += other.sumNs;
        minNs = Math.min(minNs, other.minNs);
        maxNs = Math.max(maxNs, other.maxNs);
    }

    /** Number of durations. */
    public long count() {
        return count;
    }

    /** Their sum. Unit: ns. */
    public long sumNs() {
        return sumNs;
    }

    /** The shortest, exact; absent without any. Unit: ns. */
    public OptionalLong minNs() {
        return count == 0 ? OptionalLong.empty() : OptionalLong.of(minNs);
    }

    /** The longest, exact; absent without any. Unit: ns. */
    public OptionalLong maxNs() {
        return count == 0 ? OptionalLong.empty() : OptionalLong.of(maxNs);
    }

    /** The mean, exact; absent without any. Unit: ns. */
    public OptionalDouble meanNs() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) sumNs / count);
    }

    /** Buckets that have samples, rising. */
    public List<Integer> indices() {
        List<Integer> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(indices[i]);
        }
        return list;
    }

    /** Their samples, in the same order. */
    public List<Long> counts() {
        List<Long> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(counts[i]);
        }
        return list;
    }

    /**
     * The duration of this rank, from its bucket: at most 0.8 % above the true one, and within minimum and maximum.
     *
     * @param rank 1 for the shortest to {@link #count()} for the longest
     */
    public long valueAtRankNs(long rank) {
        if (rank < 1 || rank > count) {
            throw new IllegalArgumentException("no rank " + rank + " among " + count + " samples");
        }
        long seen = 0;
        int at = -1;
        while (seen < rank) {
            seen += counts[++at];
        }
        return Math.clamp(BucketLayout.highestNs(indices[at]), minNs, maxNs);
    }

    /** Samples in buckets above this one. */
    public long countAbove(int index) {
        int at = Arrays.binarySearch(indices, 0, size, index);
        long above = 0;
        for (int i = size - 1; i > (at < 0 ? -at - 2 : at); i--) {
            above += counts[i];
        }
        return above;
    }

    /** Appends it in a compact form: one byte for most buckets of a second, whose neighbour below has samples too. */
    public void write(ByteArrayOutputStream out) {
        Varints.put(out, size);
        if (size == 0) {
            return;
        }
        Varints.put(out, minNs);
        Varints.put(out, maxNs - minNs);
        Varints.put(out, sumNs);
        int neighbour = 0;
        for (int i = 0; i < size; i++) {
            int gap = indices[i] - neighbour;
            Varints.put(out, counts[i] << 1 | (gap == 0 ? 0 : 1));
            if (gap != 0) {
                Varints.put(out, gap);
            }
            neighbour = indices[i] + 1;
        }
    }

    /** Reads what {@link #write} wrote. */
    public static SparseHistogram read(ByteBuffer in) {
        SparseHistogram histogram = new SparseHistogram();
        int size = (int) Varints.get(in);
        if (size == 0) {
            return histogram;
        }
        long minNs = Varints.get(in);
        long maxNs = minNs + Varints.get(in);
        long sumNs = Varints.get(in);
        int index = 0;
        for (int i = 0; i < size; i++) {
            long code = Varints.get(in);
            index += (code & 1) == 0 ? 0 : (int) Varints.get(in);
            histogram.addBucket(index++, code >>> 1);
        }
        histogram.minNs = minNs;
        histogram.maxNs = maxNs;
        histogram.sumNs = sumNs;
        return histogram;
    }

    /** Its compact form alone. */
    public byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out);
        return out.toByteArray();
    }

    private void addBucket(int index, long times) {
        int at = Arrays.binarySearch(indices, 0, size, index);
        if (at < 0) {
            at = -at - 1;
            insert(at, index);
        }
        counts[at] += times;
        count += times;
    }

    private void insert(int at, int index) {
        if (size == indices.length) {
            indices = Arrays.copyOf(indices, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        System.arraycopy(indices, at, indices, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        indices[at] = index;
        counts[at] = 0;
        size++;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparseHistogram that && Arrays.equals(toBytes(), that.toBytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toBytes());
    }

    @Override
    public String toString() {
        return count + " samples in " + size + " buckets" + (count == 0 ? "" : ", " + minNs + ".." + maxNs + " ns");
    }
}
