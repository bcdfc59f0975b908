package io.ringtail.benchmarks;

import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.Boards;
import io.ringtail.dashboards.Macros;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.processors.history.EmbeddedHistoryConfig;
import io.ringtail.processors.history.EmbeddedQuestDb;
import io.ringtail.processors.history.HistoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long the queries of Grafana's boards take: an hour of 20 paths by the second (150 buckets each) and of the gauges of
 * an interface with 8 queues, asked as the live board does.
 */
final class BoardQueries {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int SECONDS = 3_600;
    private static final int PATHS = 20;
    private static final int BUCKETS = 150;
    private static final Map<String, String> VARIABLES =
            Map.of("path", "p7", "host", "h", "interface", "eth0", "setting", "coalesce.rx-usecs", "effect", "none");

    private BoardQueries() {}

    private record Range(String name, Duration length, Duration interval) {}

    private static final List<Range> RANGES = List.of(
            new Range("5 min by 1 s", Duration.ofMinutes(5), Duration.ofSeconds(1)),
            new Range("15 min by 1 s", Duration.ofMinutes(15), Duration.ofSeconds(1)),
            new Range("1 h by 5 s", Duration.ofHours(1), Duration.ofSeconds(5)));

    static void run(int rounds) throws Exception {
        Path directory = Files.createTempDirectory("ringtail-boards");
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            fill(store);
            for (Range range : RANGES) {
                for (Board board : Boards.all()) {
                    for (Panel panel : board.panels()) {
                        measure(store, range, board, panel, rounds);
                    }
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void fill(HistoryStore store) throws SQLException {
        long startUs = START.getEpochSecond() * 1_000_000L;
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO windows (ts, path_id, label, completeness, duration_ns, sent, received, lost,"
                            + " max_ns, p50_ns, p99_ns, prober_busy_ns_per_tx, responder_busy_ns_per_tx) SELECT cast("
                            + startUs
                            + " + (x - 1) / " + PATHS + " * 1000000 AS timestamp), concat('p', x % " + PATHS
                            + "), concat('label ', x % "
                            + PATHS
                            + "), 'COMPLETE', 1000000000, 1000, 1000, 0, 900000, 50000, 90000, 9000.0, 9000.0 FROM"
                            + " long_sequence(" + PATHS * SECONDS + ")");
            for (int path = 0; path < PATHS; path++) {
                statement.execute(
                        "INSERT INTO buckets (ts, path_id, bucket, low_ns, high_ns, samples) SELECT cast(" + startUs
                                + " + (x - 1) / " + BUCKETS + " * 1000000 AS timestamp), 'p" + path
                                + "', cast(1200 + x % " + BUCKETS
                                + " AS int), 50000 + x % " + BUCKETS + " * 100, 50099 + x % " + BUCKETS
                                + " * 100, 7 FROM long_sequence("
                                + BUCKETS * SECONDS + ")");
            }
            for (String name : List.of("irq.rate", "irq.cpus-serving", "queue.packets", "queue.drops", "bql.limit")) {
                statement.execute("INSERT INTO gauges (ts, host, interface, queue, name, value) SELECT cast(" + startUs
                        + " + (x - 1) / 8 * 1000000 AS timestamp), 'h', 'eth0', concat('rx-', x % 8), '" + name
                        + "', x * 1.0 FROM long_sequence(" + 8 * SECONDS + ")");
            }
        }
        store.awaitVisible(Duration.ofMinutes(5));
    }

    private static void measure(HistoryStore store, Range range, Board board, Panel panel, int rounds)
            throws SQLException {
        Instant to = START.plusSeconds(SECONDS);
        double[] ms = new double[rounds];
        long rows = 0;
        for (int round = -1; round < rounds; round++) {
            long beganMonoNs = System.nanoTime();
            rows = 0;
            for (Query query : panel.queries()) {
                rows += ask(
                        store, Macros.expand(query.sql(), VARIABLES, to.minus(range.length()), to, range.interval()));
            }
            if (round >= 0) {
                ms[round] = (System.nanoTime() - beganMonoNs) / 1e6;
            }
        }
        Arrays.sort(ms);
        System.out.printf(
                Locale.ROOT,
                "%-14s %-34s %-60s %7.1f ms (%.1f .. %.1f), %d rows%n",
                range.name(),
                board.title(),
                panel.title(),
                ms[rounds / 2],
                ms[0],
                ms[rounds - 1],
                rows);
    }

    private static long ask(HistoryStore store, String sql) throws SQLException {
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            long rows = 0;
            while (result.next()) {
                rows++;
            }
            return rows;
        }
    }
}
