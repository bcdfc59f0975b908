package io.ringtail.processors.analysis.shift;

/**
 * A shift that nobody announced: the settings of both ends stayed as they were.
 *
 * @param metric what shifted
 * @param atNs start of the first window after it, ns since 1970-01-01 UTC; within 10 s
 * @param before median window before: ns for percentiles, a share for loss
 * @param after median window after, likewise
 * @param size ratio after over before for percentiles; difference of the shares for loss
 * @param lower lower bound of its 95 % interval
 * @param upper upper bound of its 95 % interval
 * @param p of the permutation test
 * @param windowsBefore windows before it that were looked at
 * @param windowsAfter windows after it that were looked at
 */
public record Shift(
        ShiftMetric metric,
        long atNs,
        double before,
        double after,
        double size,
        double lower,
        double upper,
        double p,
        int windowsBefore,
        int windowsAfter) {}
