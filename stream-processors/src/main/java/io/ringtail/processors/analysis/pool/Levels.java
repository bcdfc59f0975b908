package io.ringtail.processors.analysis.pool;

import java.util.Comparator;
import java.util.Optional;

/** The order of a knob's values: numbers by size and before names, names by letter. */
final class Levels {
    static final Comparator<String> ORDER = Comparator.comparing(
                    (String value) -> number(value).orElse(Double.POSITIVE_INFINITY))
            .thenComparing(Comparator.naturalOrder());

    private Levels() {}

    private static Optional<Double> number(String value) {
        try {
            return Optional.of(Double.valueOf(value));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
