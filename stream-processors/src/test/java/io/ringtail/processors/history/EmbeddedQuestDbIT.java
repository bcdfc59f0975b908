package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.Window;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class EmbeddedQuestDbIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static EmbeddedQuestDb store;

    @BeforeAll
    static void open() {
        store = EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0));
    }

    @AfterAll
    static void close() {
        store.close();
    }

    private static List<List<String>> query(HistoryStore from, String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = from.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static void write(Window window) {
        List<HistoryRow> rows = new ArrayList<>(WindowRows.buckets(window, List.of()));
        rows.add(WindowRows.window(window));
        store.write(rows);
    }

    @Test
    void tablesAreAsDeclared() throws SQLException {
        for (HistoryTable table : HistoryTable.values()) {
            List<List<String>> expected = table.columns().stream()
                    .map(column -> List.of(column.name(), column.type().name(), column.key() ? "t" : "f"))
                    .toList();
            assertThat(query(store, "select \"column\", type, upsertKey from table_columns('" + table.sqlName() + "')"))
                    .as(table.sqlName())
                    .isEqualTo(expected);
        }
    }

    @Test
    void writingTwiceIsWritingOnce() throws SQLException {
        for (int i = 0; i < 2; i++) {
            write(Samples.window("twice", 1, 0, 50_000, 50_000, 80_000));
        }
        store.awaitVisible(LIMIT);
        assertThat(query(store, "select received, max_ns, prober_netns from windows where prober_host = 'twice'"))
                .isEqualTo(List.of(Arrays.asList("3", "80000", null)));
        assertThat(query(
                        store,
                        "select bucket, low_ns, high_ns, samples from buckets where path_id = '"
                                + Samples.window("twice", 1, 0).getPathId() + "' order by bucket"))
                .isEqualTo(List.of(List.of("1219", "49920", "50175", "2"), List.of("1308", "79872", "80383", "1")));
    }

    @Test
    void readerMayReadAndNothingElse() throws SQLException {
        PgWire reader = new PgWire("127.0.0.1", store.pgPort(), EmbeddedHistoryConfig.READER, store.readerPassword());
        try (Connection connection = reader.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("select count() from windows")).isTrue();
            assertThatThrownBy(() -> statement.execute("drop table windows")).hasMessageContaining("denied");
        }
    }

    @Test
    void defaultUserIsUnknown() {
        assertThatThrownBy(() -> new PgWire("127.0.0.1", store.pgPort(), "admin", "quest").connect())
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("admin@127.0.0.1:" + store.pgPort());
    }

    @Test
    void passwordIsForItsOwnerOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("password"))))
                .isEqualTo("rw-------");
    }

    @Test
    void takenPortIsNamedWithItsOption(@TempDir Path other) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EmbeddedHistoryConfig config = EmbeddedHistoryConfig.in(other).withPorts(taken.getLocalPort(), 0);
            assertThatThrownBy(() -> EmbeddedQuestDb.open(config))
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("history.pg-port");
        }
    }

    @Test
    void unwritableDirectoryIsNamed(@TempDir Path other) throws IOException {
        Path file = Files.writeString(other.resolve("file"), "not a directory");
        assertThatThrownBy(() -> EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(file.resolve("history"))))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("cannot write the history's directory")
                .hasMessageContaining(file.toString());
    }
}
