package io.ringtail.processors.history;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A row on its way to the store: its table and its values in the order of the table's columns, null where absent. Texts
 * are Strings, moments Longs (microseconds), flags Booleans. Immutable.
 */
public final class HistoryRow {
    private static final long LATEST_MICROS =
            Instant.parse("2200-01-01T00:00:00Z").getEpochSecond() * 1_000_000L;

    private final HistoryTable table;
    private final List<Object> values;

    private HistoryRow(HistoryTable table, List<Object> values) {
        this.table = table;
        this.values = values;
    }

    /**
     * A row with all values of the table, in its columns' order.
     *
     * @throws IllegalArgumentException if there are too few or too many, or its moment cannot be true
     */
    static HistoryRow of(HistoryTable table, Object... values) {
        if (values.length != table.columns().size()) {
            throw new IllegalArgumentException(
                    "a row of " + table.sqlName() + " has " + table.columns().size() + " values, not " + values.length);
        }
        requireSane(table, (Long) values[0]);
        return new HistoryRow(table, Collections.unmodifiableList(Arrays.asList(values.clone())));
    }

    /** Clocks are wrong at times; the store takes no moment before 1970, and one far ahead would hide all others. */
    private static void requireSane(HistoryTable table, long micros) {
        if (micros < 0 || micros > LATEST_MICROS) {
            throw new IllegalArgumentException(
                    "a row of " + table.sqlName() + " at " + micros + " us since 1970 is beyond any true clock");
        }
    }

    /** Where it goes. */
    public HistoryTable table() {
        return table;
    }

    /** The designated timestamp, microseconds since 1970-01-01 UTC. */
    public long tsMicros() {
        return (Long) values.getFirst();
    }

    /** The value of the column at an index; null where absent. */
    public Object value(int index) {
        return values.get(index);
    }

    /** The value of a column; null where absent. */
    public Object value(String column) {
        return values.get(table.indexOf(column));
    }

    @Override
    public String toString() {
        return table.sqlName() + values;
    }
}
