package io.ringtail.processors.history;

import io.questdb.client.Sender;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Puts rows into a sender of the line protocol, which wants symbols before all other columns. */
final class LineRows {
    private LineRows() {}

    static void append(Sender sender, HistoryRow row) {
        sender.table(row.table().sqlName());
        List<HistoryColumn> columns = row.table().columns();
        for (int i = 1; i < columns.size(); i++) {
            if (columns.get(i).type() == ColumnType.SYMBOL && row.value(i) != null) {
                sender.symbol(columns.get(i).name(), (String) row.value(i));
            }
        }
        for (int i = 1; i < columns.size(); i++) {
            if (columns.get(i).type() != ColumnType.SYMBOL && row.value(i) != null) {
                put(sender, columns.get(i), row.value(i));
            }
        }
        sender.at(row.tsMicros(), ChronoUnit.MICROS);
    }

    private static void put(Sender sender, HistoryColumn column, Object value) {
        switch (column.type()) {
            case TIMESTAMP -> sender.timestampColumn(column.name(), (Long) value, ChronoUnit.MICROS);
            case SYMBOL -> throw new IllegalStateException("symbols come first");
            case VARCHAR -> sender.stringColumn(column.name(), (String) value);
            case INT -> sender.longColumn(column.name(), (Integer) value);
            case LONG -> sender.longColumn(column.name(), (Long) value);
            case DOUBLE -> sender.doubleColumn(column.name(), (Double) value);
            case BOOLEAN -> sender.boolColumn(column.name(), (Boolean) value);
        }
    }
}
