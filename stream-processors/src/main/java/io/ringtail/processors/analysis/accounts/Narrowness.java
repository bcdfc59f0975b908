package io.ringtail.processors.analysis.accounts;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;

/** Whether round trips are all about as long: a timer's are, queueing's are not. Pure. */
final class Narrowness {
    private static final int P1 = 100;
    private static final int P99 = 9_900;
    private static final double OCTAVE = 2;

    private Narrowness() {}

    /** Whether the middle 98 % lie within a factor of two. */
    static boolean narrow(SparseHistogram histogram) {
        return histogram.count() > 0
                && Percentiles.valueNs(histogram, P99).getAsLong()
                        <= OCTAVE * Percentiles.valueNs(histogram, P1).getAsLong();
    }
}
