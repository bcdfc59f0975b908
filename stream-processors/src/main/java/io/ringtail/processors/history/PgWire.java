package io.ringtail.processors.history;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/** Connections to QuestDB's PG wire port. Thread safe. */
final class PgWire {
    private static final String DATABASE = "qdb";
    private static final int CONNECT_SECONDS = 5;
    private static final int ANSWER_SECONDS = 60;

    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private final String description;

    PgWire(String host, int port, String user, String password) {
        source.setServerNames(new String[] {host});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(DATABASE);
        source.setUser(user);
        source.setPassword(password);
        source.setPreferQueryMode(PreferQueryMode.EXTENDED);
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(ANSWER_SECONDS);
        description = "postgresql://" + user + "@" + host + ":" + port + "/" + DATABASE;
    }

    Connection connect() {
        try {
            return source.getConnection();
        } catch (SQLException e) {
            throw new HistoryException("cannot reach the history at " + description + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
