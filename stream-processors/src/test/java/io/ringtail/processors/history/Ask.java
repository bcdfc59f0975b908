package io.ringtail.processors.history;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Plain SQL for tests. */
final class Ask {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Ask() {}

    /** All rows as texts, once everything written can be read. */
    static List<List<String>> rows(HistoryStore store, String sql) throws SQLException {
        store.awaitVisible(LIMIT);
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(row(result));
            }
        }
        return rows;
    }

    private static List<String> row(ResultSet result) throws SQLException {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.add(result.getString(i));
        }
        return row;
    }

    static long count(HistoryStore store, String table, String where) throws SQLException {
        return Long.parseLong(rows(store, "select count() from " + table + " where " + where)
                .getFirst()
                .getFirst());
    }
}
