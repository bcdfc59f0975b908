package io.ringtail.processors.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Queries of the history's tables, bounded in time. Thread safe. */
final class Sql {
    private static final int LIMIT_SECONDS = 30;

    private final HistoryStore store;

    Sql(HistoryStore store) {
        this.store = store;
    }

    /** Makes something of a row. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** All rows of a query whose parameters are texts. */
    <T> List<T> query(String sql, RowReader<T> reader, String... parameters) {
        try (Connection connection = store.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(LIMIT_SECONDS);
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            return read(statement, reader);
        } catch (SQLException e) {
            throw new HistoryException("the history does not answer: " + e.getMessage(), e);
        }
    }

    private static <T> List<T> read(PreparedStatement statement, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(reader.read(result));
            }
        }
        return rows;
    }

    static Long longOrNull(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static Double doubleOrNull(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() || Double.isNaN(value) ? null : value;
    }
}
