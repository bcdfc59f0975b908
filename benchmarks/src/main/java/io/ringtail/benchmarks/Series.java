package io.ringtail.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Figures of several rounds, told as minimum, median and maximum: these machines are shared and noisy. */
final class Series {
    private final String name;
    private final String unit;
    private final List<Double> values = new ArrayList<>();

    Series(String name, String unit) {
        this.name = name;
        this.unit = unit;
    }

    void add(double value) {
        values.add(value);
    }

    double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    void print() {
        List<Double> sorted = sorted();
        System.out.printf(
                Locale.ROOT,
                "%-46s median %10.3f  min %10.3f  max %10.3f %s (n=%d)%n",
                name,
                median(),
                sorted.getFirst(),
                sorted.getLast(),
                unit,
                sorted.size());
    }

    private List<Double> sorted() {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted;
    }
}
