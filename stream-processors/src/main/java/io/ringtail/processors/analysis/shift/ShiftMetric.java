package io.ringtail.processors.analysis.shift;

/** What can shift. */
public enum ShiftMetric {
    /** 99th percentile of the windows. */
    P99,
    /** Median of the windows. */
    P50,
    /** Lost share of the requests. */
    LOSS
}
