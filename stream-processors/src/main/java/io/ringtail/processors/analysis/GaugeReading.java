package io.ringtail.processors.analysis;

import io.ringtail.schemas.knob.Knobs;

/**
 * What one raw record says of one gauge, in a form that readings of the same second combine exactly.
 *
 * @param name name in the knob catalogue
 * @param queue queue that it belongs to; null where it is the whole end's
 * @param member of a set, for {@link Combine#DISTINCT}; otherwise 0
 * @param combine how two readings become one
 * @param sum numerator of a ratio, or the value
 * @param weight denominator of a ratio: the interval in ns for rates and shares, samples for means
 */
public record GaugeReading(String name, String queue, int member, Combine combine, double sum, double weight) {
    /** Member that says: the set was looked at, and may be empty. */
    public static final int NOBODY = -1;

    private static final double NS_PER_SECOND = 1e9;

    /** How two readings become one. */
    public enum Combine {
        /** Sums divided by weights. */
        RATIO,
        /** Sum of the values. */
        SUM,
        /** The largest value. */
        MAX,
        /** The later value. */
        LAST,
        /** The number of different members. */
        DISTINCT
    }

    /** A sum over an interval or over samples. */
    public static GaugeReading ratio(String name, String queue, double sum, double weight) {
        return new GaugeReading(name, queue, 0, Combine.RATIO, sum, weight);
    }

    /** Events over an interval in ns. */
    public static GaugeReading rate(String name, String queue, long events, long intervalNs) {
        return ratio(name, queue, (double) events, (double) intervalNs);
    }

    /** A member of a set that is counted. */
    public static GaugeReading member(String name, String queue, int member) {
        return new GaugeReading(name, queue, member, Combine.DISTINCT, member == NOBODY ? 0 : 1, 1);
    }

    /** Together with a later reading of the same gauge, queue and member. */
    public GaugeReading with(GaugeReading later) {
        return switch (combine) {
            case RATIO -> new GaugeReading(name, queue, member, combine, sum + later.sum, weight + later.weight);
            case SUM -> new GaugeReading(name, queue, member, combine, sum + later.sum, 1);
            case MAX -> sum >= later.sum ? this : later;
            case LAST -> later;
            case DISTINCT -> this;
        };
    }

    /** Gauge, queue and member. */
    public String key() {
        return name + ' ' + (queue == null ? "" : queue) + ' ' + member;
    }

    /** Its value, in the catalogue's unit. */
    public double value() {
        return combine == Combine.RATIO ? perUnit() * sum / weight : sum;
    }

    /** Rates have their weight in ns, their unit in seconds. */
    private double perUnit() {
        return Knobs.unit(name).endsWith("/s") ? NS_PER_SECOND : 1;
    }
}
