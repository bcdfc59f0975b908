package io.ringtail.collectors.source;

import java.util.List;

/**
 * Bounds the per-CPU deltas of one record, so that a host of a thousand CPUs makes none that a broker refuses (1 MB):
 * rows that serve interfaces come first, the others keep their totals only when there is no room left.
 */
final class CpuBudget {
    /** At most 7 bytes each: 700 kB. Unit: deltas. */
    static final int DEFAULT = 100_000;

    private final int maximum;

    CpuBudget(int maximum) {
        this.maximum = maximum;
    }

    int maximum() {
        return maximum;
    }

    /** Drops the deltas that have no room; returns of how many rows. */
    int apply(List<InterruptSeries> rows) {
        int room = maximum;
        int dropped = 0;
        for (InterruptSeries row : rows) {
            room -= row.serves() ? row.moved() : 0;
        }
        for (InterruptSeries row : rows) {
            boolean over = row.serves() ? room < 0 : row.moved() > room;
            if (over && row.moved() > 0) {
                room += row.serves() ? row.moved() : 0;
                row.dropCpus();
                dropped++;
            } else {
                room -= row.serves() ? 0 : row.moved();
            }
        }
        return dropped;
    }
}
