package io.ringtail.processors.analysis.shift;

/**
 * A gauge over the windows in which a shift was found.
 *
 * @param end the end
 * @param name name in the knob catalogue, with the queue where it has one
 * @param startsNs start of each window that has a value, ns since 1970-01-01 UTC
 * @param values the values
 */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
public record GaugeSeries(String end, String name, long[] startsNs, double[] values) {}
