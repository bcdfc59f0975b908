package io.ringtail.processors.history;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How far QuestDB is with applying what was committed. */
final class WalProgress {
    private static final Duration POLL = Duration.ofMillis(2);

    private WalProgress() {}

    static void await(HistoryStore store, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            while (behind(statement)) {
                if (System.nanoTime() - deadline > 0) {
                    throw new HistoryException("the history store has not applied everything within " + limit);
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        } catch (SQLException e) {
            throw new HistoryException("the history store does not answer: " + e.getMessage(), e);
        }
    }

    private static boolean behind(Statement statement) throws SQLException {
        boolean behind = false;
        try (ResultSet tables =
                statement.executeQuery("select name, suspended, writerTxn < sequencerTxn from wal_tables()")) {
            while (tables.next()) {
                if (tables.getBoolean(2)) {
                    throw new HistoryException("the history table " + tables.getString(1)
                            + " is suspended: see QuestDB's log, then run ALTER TABLE " + tables.getString(1)
                            + " RESUME WAL");
                }
                behind |= tables.getBoolean(3);
            }
        }
        return behind;
    }
}
