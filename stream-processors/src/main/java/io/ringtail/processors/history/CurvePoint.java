package io.ringtail.processors.history;

/**
 * A path over one step of time.
 *
 * @param startEpochNs start of the step; ns since 1970-01-01 UTC
 * @param lengthNs length of the step, ns
 * @param report all that the step's windows sum up to
 */
public record CurvePoint(long startEpochNs, long lengthNs, PathReport report) {}
