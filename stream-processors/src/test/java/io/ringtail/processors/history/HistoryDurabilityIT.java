package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class HistoryDurabilityIT {
    private static final int KILLED_AFTER = 20;

    @TempDir
    Path directory;

    private EmbeddedHistoryConfig config() {
        return EmbeddedHistoryConfig.in(directory).withPorts(0, 0);
    }

    @Test
    void restartKeepsRowsAndPasswordAndRefusesNewerSchema() throws SQLException {
        String password;
        try (EmbeddedQuestDb store = EmbeddedQuestDb.open(config())) {
            store.write(List.of(WindowRows.window(Samples.window("kept", 1, 0, 50_000))));
            password = store.password();
        }
        try (EmbeddedQuestDb store = EmbeddedQuestDb.open(config())) {
            assertThat(store.password()).isEqualTo(password);
            assertThat(Ask.count(store, "windows", "prober_host = 'kept'")).isEqualTo(1);
            assertThat(Ask.count(store, "migrations", "number > 0")).isEqualTo(Migrations.STEPS.size());
            try (var connection = store.connect();
                    var statement = connection.createStatement()) {
                statement.execute("insert into migrations values (now(), 99, 'future')");
            }
            assertThatThrownBy(() -> Migrations.run(store, Retention.DEFAULT))
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining("newer Ringtail")
                    .hasMessageContaining("99");
        }
    }

    @Test
    void killedProcessLosesNoCommittedRow() throws IOException, InterruptedException, SQLException {
        int committed = writeUntilKilled();
        assertThat(committed).isGreaterThanOrEqualTo(KILLED_AFTER);
        try (EmbeddedQuestDb store = EmbeddedQuestDb.open(config())) {
            assertThat(Ask.count(store, "windows", "prober_host = 'killed'")).isGreaterThanOrEqualTo(committed);
            store.write(List.of(WindowRows.window(Samples.window("after", 1, 0, 50_000))));
            assertThat(Ask.count(store, "windows", "prober_host = 'after'")).isEqualTo(1);
        }
    }

    private int writeUntilKilled() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:-UseCompactObjectHeaders",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = child.inputReader()) {
            int committed = 0;
            while (committed < KILLED_AFTER) {
                committed = number(lines.readLine(), committed);
            }
            // By its handle: the process's own method would close the stream that still holds what it said.
            child.toHandle().destroyForcibly();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                committed = number(line, committed);
            }
            return committed;
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static int number(String line, int before) {
        assertThat(line).as("the child process ended").isNotNull();
        return line.matches("committed \\d+ *")
                ? Integer.parseInt(line.substring(10).strip())
                : before;
    }

    /** A process that writes a window after the other and says how many are committed. */
    static final class Endless {
        private Endless() {}

        @SuppressWarnings("SystemOut") // what the parent reads
        public static void main(String[] arguments) {
            EmbeddedQuestDb store = EmbeddedQuestDb.open(
                    EmbeddedHistoryConfig.in(Path.of(arguments[0])).withPorts(0, 0));
            for (int i = 0; ; i++) {
                store.write(List.of(WindowRows.window(Samples.window("killed", i, 0, 50_000))));
                System.out.println("committed " + (i + 1) + " ");
            }
        }
    }
}
