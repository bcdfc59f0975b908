package io.ringtail.processors.analysis.shift;

/**
 * A window, as the search for shifts needs it.
 *
 * @param startNs start, ns since 1970-01-01 UTC, cluster's time line
 * @param p99Ns 99th percentile, ns; NaN where absent
 * @param p50Ns median, ns; NaN where absent
 * @param sent requests intended
 * @param lost requests not answered
 */
public record ShiftWindow(long startNs, double p99Ns, double p50Ns, long sent, long lost) {}
