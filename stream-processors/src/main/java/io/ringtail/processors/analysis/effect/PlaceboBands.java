package io.ringtail.processors.analysis.effect;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What pseudo-changes inside a path's epochs did, at one look: how much the path moves by itself over such a stretch.
 *
 * @param sketches by metric; one that is missing has no placebos
 */
public record PlaceboBands(Map<Metric, PlaceboSketch> sketches) {
    /** Disjoint placebos below which a band says nothing. */
    public static final int ENOUGH = 40;

    /** Where nothing is known. */
    public static final PlaceboBands NONE = new PlaceboBands(Map.of());

    private static final PlaceboSketch EMPTY = new PlaceboSketch();

    /** Placebos of a metric. */
    public int count(Metric metric) {
        return sketch(metric).count();
    }

    /** Half the width of the 95 % band around 0; absent with fewer than 40 placebos. */
    public OptionalDouble band(Metric metric) {
        PlaceboSketch sketch = sketch(metric);
        return sketch.count() < ENOUGH ? OptionalDouble.empty() : OptionalDouble.of(sketch.band());
    }

    private PlaceboSketch sketch(Metric metric) {
        return sketches.getOrDefault(metric, EMPTY);
    }
}
