package io.ringtail.standalone.simulate.model;

import java.util.EnumMap;
import java.util.Map;

/** Values of all parameters of an end. Immutable. */
public final class Parameters {
    private final EnumMap<Parameter, Double> values = new EnumMap<>(Parameter.class);

    /** The usual values, but for these. */
    public Parameters(Map<Parameter, Double> others) {
        for (Parameter each : Parameter.values()) {
            values.put(each, others.getOrDefault(each, each.usual()));
        }
    }

    /** A value in its own unit. */
    public double get(Parameter parameter) {
        return values.get(parameter);
    }

    /** A value that is in microseconds. Unit: ns */
    double ns(Parameter parameter) {
        return 1000 * values.get(parameter);
    }
}
