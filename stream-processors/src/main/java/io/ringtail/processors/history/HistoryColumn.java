package io.ringtail.processors.history;

/**
 * A column of the history.
 *
 * @param name name in SQL
 * @param type type
 * @param key whether it belongs to the deduplication keys: a row with equal keys replaces the one before
 * @param unit unit of its values; empty for texts and flags
 * @param doc what it is, and what its absence (null) means
 */
public record HistoryColumn(String name, ColumnType type, boolean key, String unit, String doc) {
    static HistoryColumn key(String name, ColumnType type, String doc) {
        return new HistoryColumn(name, type, true, "", doc);
    }

    static HistoryColumn text(String name, ColumnType type, String doc) {
        return new HistoryColumn(name, type, false, "", doc);
    }

    static HistoryColumn number(String name, ColumnType type, String unit, String doc) {
        return new HistoryColumn(name, type, false, unit, doc);
    }

    static HistoryColumn flag(String name, String doc) {
        return new HistoryColumn(name, ColumnType.BOOLEAN, false, "", doc);
    }

    static HistoryColumn moment(String name, boolean key, String doc) {
        return new HistoryColumn(name, ColumnType.TIMESTAMP, key, "us since 1970-01-01 UTC", doc);
    }
}
