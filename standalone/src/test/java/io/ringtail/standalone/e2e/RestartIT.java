package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ringtail up} ended and started again on its data: history, settings and positions survive. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class RestartIT {
    private static final long SECOND_US = 1_000_000;
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(90);

    @TempDir
    Path dir;

    private int port;

    /** What a window says of its second; the revision that stands. */
    private record Row(long sent, String completeness) {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasSeenBeforeIsThereAfterwardsAndNothingTwice(boolean killed) throws Exception {
        Path data = dir.resolve("data");
        Map<Long, Row> before;
        try (Command up = start(data)) {
            before = windows(data, 0, 6);
            end(up.process(), killed);
        }
        long restartUs = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        try (Command up = start(data)) {
            assertThat(windows(data, restartUs, 6)).hasSizeGreaterThanOrEqualTo(6);
            Map<Long, Row> all = windows(data, 0, 12);
            assertThat(all).as("windows of the first run").containsAllEntriesOf(before);
            assertThat(stretches(all.keySet()))
                    .as("one stretch of seconds without gaps a run")
                    .isEqualTo(2);
            assertThat(query(data, "select ts, path_id from windows where completeness = 'COMPLETE'"))
                    .doesNotHaveDuplicates();
            assertThat(query(data, "select ts, name from changes"))
                    .as("a restart changes no setting")
                    .isEmpty();
            end(up.process(), false);
        }
    }

    private Command start(Path data) throws Exception {
        Command up = Command.start(dir, Command.up(data, "--broker-port", "0", "--port", "0", "--pg-port", "0"));
        up.await(line -> line.startsWith("page"));
        port = Integer.parseInt(
                up.await(line -> line.startsWith("history")).replaceAll(".*127\\.0\\.0\\.1:(\\d+)/.*", "$1"));
        return up;
    }

    private static void end(Process process, boolean killed) throws InterruptedException {
        if (killed) {
            process.destroyForcibly();
        } else {
            process.destroy();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ends when told").isTrue();
    }

    /** Complete windows later than a time, once there are as many. */
    private Map<Long, Row> windows(Path data, long afterUs, int count) throws Exception {
        long deadlineMonoNs = System.nanoTime() + DEADLINE_NS;
        Map<Long, Row> rows = new TreeMap<>();
        while (rows.size() < count) {
            assertThat(System.nanoTime()).as("windows: %s", rows).isLessThan(deadlineMonoNs);
            TimeUnit.MILLISECONDS.sleep(100);
            rows.clear();
            try (Connection connection = connect(data);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "select cast(ts as long), sent, completeness from windows where cast(ts as long) > "
                                    + afterUs + " and completeness = 'COMPLETE'")) {
                while (row.next()) {
                    rows.put(row.getLong(1), new Row(row.getLong(2), row.getString(3)));
                }
            }
        }
        return rows;
    }

    private Collection<String> query(Path data, String sql) throws Exception {
        Collection<String> rows = new ArrayList<>();
        try (Connection connection = connect(data);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(row.getString(1) + ' ' + row.getString(2));
            }
        }
        return rows;
    }

    private Connection connect(Path data) throws IOException, SQLException {
        String password = Files.readString(data.resolve("history/password")).strip();
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/qdb?user=ringtail&password=" + password);
    }

    private static long stretches(Collection<Long> startsUs) {
        return startsUs.stream()
                .filter(start -> !startsUs.contains(start + SECOND_US))
                .count();
    }
}
