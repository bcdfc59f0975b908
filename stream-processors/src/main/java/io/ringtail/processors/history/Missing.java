package io.ringtail.processors.history;

import java.util.List;

/**
 * What the windows of a path lack in a range, so that nobody reads more out of them than they tell. Counted by the second;
 * {@code windows} is 0 where the seconds have expired and only sums are left.
 *
 * @param windows windows that are kept by the second
 * @param secondsWithout seconds between the first and the last window that have none
 * @param byCompleteness windows by completeness, what is complete included
 * @param byRemark windows that carry each remark
 */
public record Missing(long windows, long secondsWithout, List<Counted> byCompleteness, List<Counted> byRemark) {
    /** So many windows of a kind. */
    public record Counted(String what, long windows) {}
}
