package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Percentiles by nearest rank, always from merged histograms, never from other percentiles. A percentile is named by
 * its hundredths of a percent (9,990 is p99.9), so that ranks are exact: no floating point decides between two samples.
 */
public final class Percentiles {
    /** The percentiles of every window and report, in hundredths of a percent: p50, p90, p95, p99, p99.9. */
    public static final List<Integer> STANDARD = List.of(5_000, 9_000, 9_500, 9_900, 9_990);

    /** Samples that must lie beyond a percentile for it to be given. */
    public static final long BEYOND = 10;

    private static final int WHOLE = 10_000;
    private static final double PER_PERCENT = 100.0;

    private Percentiles() {}

    /**
     * The nearest rank: the smallest whole number not below p/100 * count.
     *
     * @param hundredths percentile in hundredths of a percent, above 0, at most 10,000
     * @param count number of samples, at least 1
     */
    public static long rank(int hundredths, long count) {
        if (hundredths <= 0 || hundredths > WHOLE) {
            throw new IllegalArgumentException("no percentile " + hundredths + "/100");
        }
        long whole = count / WHOLE;
        long rest = count % WHOLE;
        return whole * hundredths + Math.ceilDiv(rest * hundredths, WHOLE);
    }

    /** The percentile whatever the number of samples; absent without any. Unit: ns. */
    public static OptionalLong valueNs(SparseHistogram histogram, int hundredths) {
        if (histogram.count() == 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(histogram.valueAtRankNs(rank(hundredths, histogram.count())));
    }

    /**
     * Why a percentile must not be given, if so: too few samples beyond it, or more loss than its tail, since the lost
     * ones would have been in it.
     *
     * @return the reason; null where it may be given
     */
    public static String absence(long count, long lost, int hundredths) {
        if (count == 0) {
            return "no samples";
        }
        long beyond = count - rank(hundredths, count);
        if (beyond < BEYOND) {
            return "fewer than " + BEYOND + " samples beyond it: " + beyond + " of " + count;
        }
        if (exceedsTail(count, lost, hundredths)) {
            return String.format(Locale.ROOT, "more loss than the tail in question: %d of %d lost", lost, count + lost);
        }
        return null;
    }

    /** The standard percentiles of a histogram beside which so many requests were lost, each with value or reason. */
    public static List<Percentile> of(SparseHistogram histogram, long lost) {
        return of(histogram, lost, STANDARD);
    }

    /** These percentiles, in hundredths of a percent, each with value or reason. */
    public static List<Percentile> of(SparseHistogram histogram, long lost, List<Integer> hundredths) {
        List<Percentile> all = new ArrayList<>(hundredths.size());
        for (int each : hundredths) {
            String absence = absence(histogram.count(), lost, each);
            Long value = absence == null ? Long.valueOf(valueNs(histogram, each).getAsLong()) : null;
            all.add(new Percentile(each / PER_PERCENT, value, absence));
        }
        return all;
    }

    private static boolean exceedsTail(long count, long lost, int hundredths) {
        return lost * WHOLE > (WHOLE - hundredths) * (count + lost);
    }
}
