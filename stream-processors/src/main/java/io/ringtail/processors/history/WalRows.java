package io.ringtail.processors.history;

import io.questdb.cairo.TableWriter;
import io.questdb.cairo.wal.WalWriter;
import io.questdb.std.str.Utf8String;
import java.util.List;

/** Puts rows of one table into a writer of the engine in process. */
final class WalRows {
    private WalRows() {}

    static void append(WalWriter writer, HistoryTable table, List<HistoryRow> rows) {
        int[] positions = positions(writer, table);
        for (HistoryRow row : rows) {
            append(writer, table, positions, row);
        }
    }

    private static int[] positions(WalWriter writer, HistoryTable table) {
        return table.columns().stream()
                .mapToInt(column -> writer.getMetadata().getColumnIndex(column.name()))
                .toArray();
    }

    private static void append(WalWriter writer, HistoryTable table, int[] positions, HistoryRow row) {
        TableWriter.Row to = writer.newRow(row.tsMicros());
        for (int i = 1; i < positions.length; i++) {
            Object value = row.value(i);
            if (value != null) {
                put(to, table.columns().get(i).type(), positions[i], value);
            }
        }
        to.append();
    }

    private static void put(TableWriter.Row to, ColumnType type, int position, Object value) {
        switch (type) {
            case TIMESTAMP -> to.putTimestamp(position, (Long) value);
            case SYMBOL -> to.putSym(position, (String) value);
            case VARCHAR -> to.putVarchar(position, new Utf8String((String) value));
            case INT -> to.putInt(position, (Integer) value);
            case LONG -> to.putLong(position, (Long) value);
            case DOUBLE -> to.putDouble(position, (Double) value);
            case BOOLEAN -> to.putBool(position, (Boolean) value);
        }
    }
}
