package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.schemas.record.Window;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class EmbeddedQuestDbIT {
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
            assertThat(Ask.rows(
                            store, "select \"column\", type, upsertKey from table_columns('" + table.sqlName() + "')"))
                    .as(table.sqlName())
                    .isEqualTo(expected);
        }
    }

    @Test
    void writingTwiceIsWritingOnce() throws SQLException {
        for (int i = 0; i < 2; i++) {
            write(Samples.window("twice", 1, 0, 50_000, 50_000, 80_000));
        }
        assertThat(Ask.rows(store, "select received, max_ns, prober_netns from windows where prober_host = 'twice'"))
                .isEqualTo(List.of(Arrays.asList("3", "80000", null)));
        assertThat(Ask.rows(
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

    @Test
    void psqlReadsIt() throws IOException, InterruptedException {
        assumeTrue(psqlIsThere(), "psql is not installed (Debian: postgresql-client)");
        write(Samples.window("psql", 1, 0, 50_000));
        store.awaitVisible(Duration.ofMinutes(1));
        ProcessBuilder psql = new ProcessBuilder(
                "psql",
                "-At",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(store.pgPort()),
                "-U",
                EmbeddedHistoryConfig.READER,
                "-d",
                "qdb",
                "-c",
                "select label, received, p99_ns from windows where prober_host = 'psql'");
        psql.environment().put("PGPASSWORD", store.readerPassword());
        Process process = psql.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.strip()).isEqualTo("psql:eth0 > b:eth1 udp_rr 40/40 1000/s|1|");
    }

    private static boolean psqlIsThere() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "psql")));
    }
}
