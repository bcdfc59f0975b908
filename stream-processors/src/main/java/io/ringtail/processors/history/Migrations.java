package io.ringtail.processors.history;

import io.ringtail.processors.history.Rollups.Level;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The history's schema by numbered steps, each a resource of SQL statements that can be run again; the table migrations
 * says which were done. QuestDB's DDL has no transactions: a step that was cut short is run again as a whole.
 */
final class Migrations {
    /** The steps, in order; the first has number 1. */
    static final List<String> STEPS = List.of(
            "0001-tables.sql",
            "0002-effects.sql",
            "0003-tail.sql",
            "0004-segments.sql",
            "0005-rollups.sql",
            "0006-alerts.sql");

    private static final Duration VISIBLE = Duration.ofSeconds(30);

    private Migrations() {}

    /** Brings the store to the newest schema and sets how long rows that expire are kept. */
    static void run(HistoryStore store, Retention retention) {
        store.awaitVisible(VISIBLE);
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS migrations (ts TIMESTAMP, number INT, name VARCHAR)"
                    + " TIMESTAMP(ts) PARTITION BY YEAR WAL");
            for (int number = done(statement) + 1; number <= STEPS.size(); number++) {
                step(statement, number);
            }
            retain(statement, retention);
        } catch (SQLException e) {
            throw new HistoryException("cannot prepare the history's tables: " + e.getMessage(), e);
        }
        store.awaitVisible(VISIBLE);
    }

    private static int done(Statement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery("select max(number) from migrations")) {
            int done = result.next() ? result.getInt(1) : 0;
            if (done > STEPS.size()) {
                throw new HistoryException("the history was written by a newer Ringtail (its schema has number " + done
                        + ", this one knows " + STEPS.size() + "): use that version or another directory");
            }
            return done;
        }
    }

    private static void step(Statement statement, int number) throws SQLException {
        String name = STEPS.get(number - 1);
        for (String sql : statements(name)) {
            statement.execute(sql);
        }
        statement.execute("insert into migrations values (now(), " + number + ", '" + name + "')");
    }

    private static void retain(Statement statement, Retention retention) throws SQLException {
        for (HistoryTable table : HistoryTable.values()) {
            if (table.expires()) {
                statement.execute("ALTER TABLE " + table.sqlName() + " SET TTL " + retention.ofSeconds());
            }
        }
        for (String name : Rollups.SUMMED) {
            retain(statement, name + Level.MINUTES.suffix(), retention.ofMinutes(), retention.refreshOfMinutes());
            retain(statement, name + Level.HOURS.suffix(), retention.ofHours(), retention.refreshOfHours());
        }
    }

    private static void retain(Statement statement, String view, String kept, String refreshed) throws SQLException {
        statement.execute("ALTER MATERIALIZED VIEW " + view + " SET TTL " + kept);
        statement.execute("ALTER MATERIALIZED VIEW " + view + " SET REFRESH LIMIT " + refreshed);
    }

    static List<String> statements(String resource) {
        try (InputStream in = Migrations.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(all.split(";"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the resource " + resource, e);
        }
    }
}
