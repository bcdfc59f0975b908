package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.SparseHistogram;
import java.util.List;

/** Where windows come from whose change is known. */
interface Truth {
    /** Windows between the sides, which belong to neither: the change itself and the time that it needs to settle. */
    int GAP = 3;

    /** Name in the table. */
    String label();

    /** Windows that a side can have. */
    int longest();

    /**
     * Windows that follow each other, with a change in the gap between the sides.
     *
     * @param before windows before it
     * @param after windows after it
     * @param factor on all round trips after it; 1 for no change
     * @param seed the same gives the same
     */
    List<SparseHistogram> windows(int before, int after, double factor, long seed);
}
