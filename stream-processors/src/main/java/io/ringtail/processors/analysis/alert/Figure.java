package io.ringtail.processors.analysis.alert;

/**
 * A number that rules are about, over some seconds.
 *
 * @param name name in the catalogue of figures, see {@link Figures}
 * @param queue queue that it belongs to; empty where it is the whole interface's, host's or path's
 * @param value value. Unit: {@link Figures#unit}
 */
public record Figure(String name, String queue, double value) {}
