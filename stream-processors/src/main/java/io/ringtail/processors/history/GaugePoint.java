package io.ringtail.processors.history;

/**
 * A gauge's value over a second.
 *
 * @param startEpochNs start of the second; ns since 1970-01-01 UTC
 * @param queue queue that it belongs to; null where it is the whole interface's or host's
 * @param value value, in the knob catalogue's unit
 */
public record GaugePoint(long startEpochNs, String queue, double value) {}
