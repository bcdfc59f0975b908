package io.ringtail.standalone.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.dashboards.Annotation;
import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.Boards;
import io.ringtail.dashboards.Macros;
import io.ringtail.dashboards.Query;
import io.ringtail.dashboards.Variable;
import io.ringtail.dashboards.panel.Panel;
import io.ringtail.processors.history.CurvePoint;
import io.ringtail.processors.history.EmbeddedHistoryConfig;
import io.ringtail.processors.history.EmbeddedQuestDb;
import io.ringtail.processors.history.HistoryQueries;
import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.TimeRange;
import io.ringtail.standalone.e2e.FilledHistory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every query of every board, its macros expanded as Grafana does, against the real store: empty, and filled by {@code
 * ringtail up} on a host with an odd name. No Grafana takes part.
 */
@Timeout(300)
class BoardQueriesIT {
    private static final List<Duration> INTERVALS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofHours(1));

    @TempDir
    Path directory;

    /** An answer as Grafana reads it. */
    private record Answer(List<String> names, List<Integer> types, List<List<Object>> rows) {}

    @Test
    void everyQueryAnswersOnAnEmptyStore() throws Exception {
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            Asking asking = new Asking(store, Instant.now().minusSeconds(300), Instant.now());
            for (Board board : Boards.all()) {
                asking.choose(board);
                for (Duration interval : INTERVALS) {
                    asking.all(board, interval, false);
                }
            }
        }
    }

    @Test
    void everyQueryAnswersAndWhereThereAreDataItHasThem() throws Exception {
        try (FilledHistory up = FilledHistory.start(directory, "o'dd \"ä\" 1; --")) {
            HistoryStore store = up.store();
            Asking asking = new Asking(store, up.from(), up.to());
            for (Board board : Boards.all()) {
                asking.choose(board);
                for (Duration interval : INTERVALS) {
                    asking.all(board, interval, interval.toSeconds() == 1);
                }
            }
            assertThat(asking.empty)
                    .as("panels without data on a host that has neither NIC with AF_XDP nor changes")
                    .allMatch(FilledHistory::mayBeEmpty);
            percentilesAreThoseOfTheHistory(asking, store);
        }
    }

    @Test
    void everyPanelHasDataWhereThereAreAny() throws Exception {
        Instant at = Instant.parse("2026-01-01T00:10:00Z");
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            try (Connection connection = store.connect();
                    Statement statement = connection.createStatement()) {
                for (String sql : RareRows.inserts(at)) {
                    statement.execute(sql);
                }
            }
            store.awaitVisible(Duration.ofMinutes(1));
            Asking asking = new Asking(store, at.minusSeconds(300), at.plusSeconds(300));
            for (Board board : Boards.all()) {
                asking.choose(board);
                asking.variables.replaceAll((name, value) -> name.equals("setting") ? "xsk.zerocopy" : value);
                asking.all(board, Duration.ofSeconds(1), true);
            }
            assertThat(asking.empty).isEmpty();
            Board moved = Boards.all().get(1);
            Answer distributions =
                    asking.ask(moved.panels().get(1).queries().getFirst().sql(), Duration.ofSeconds(1));
            assertThat(distributions.names()).containsExactly("up to us", "before", "after");
            assertThat(sum(distributions, 1)).isCloseTo(1, within(1e-9));
            assertThat(sum(distributions, 2)).isCloseTo(1, within(1e-9));
            Answer effects =
                    asking.ask(moved.panels().getFirst().queries().getFirst().sql(), Duration.ofSeconds(1));
            assertThat(effects.rows()).as("the newest look alone").hasSize(1);
            assertThat(effects.rows().getFirst()).contains(30_000.0, 120);
        }
    }

    private static double sum(Answer answer, int column) {
        return answer.rows().stream()
                .mapToDouble(row -> ((Number) row.get(column)).doubleValue())
                .sum();
    }

    /** The boards' SQL against the history's own computation from the same buckets. */
    private static void percentilesAreThoseOfTheHistory(Asking asking, HistoryStore store) throws Exception {
        Board board = Boards.all().getFirst();
        asking.choose(board);
        Query query = board.panels().get(1).queries().getFirst();
        String pathId = asking.variables.get("path");
        Duration step = Duration.ofSeconds(5);
        Answer answer = asking.ask(query.sql(), step);
        long fromS = Math.floorDiv(asking.from.getEpochSecond(), 5) * 5;
        long toS = Math.floorDiv(asking.to.getEpochSecond(), 5) * 5;
        TimeRange range = new TimeRange(fromS * 1_000_000_000L, toS * 1_000_000_000L);
        Map<Long, CurvePoint> expected = new HashMap<>();
        new HistoryQueries(store)
                .curve(pathId, range, (int) ((toS - fromS) / 5))
                .forEach(point -> expected.put(point.startEpochNs() / 1_000_000_000L, point));
        int compared = 0;
        for (List<Object> row : answer.rows()) {
            CurvePoint point =
                    expected.get(((Timestamp) row.getFirst()).toInstant().getEpochSecond());
            if (point != null && point.startEpochNs() / 1_000_000_000L > fromS && point.lengthNs() == step.toNanos()) {
                same(row.get(1), value(point, 50));
                same(row.get(3), value(point, 99));
                same(row.get(4), value(point, 99.9));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(2);
    }

    private static Optional<Long> value(CurvePoint point, double percent) {
        return point.report().percentiles().stream()
                .filter(each -> each.percent() == percent)
                .map(PercentileValue::valueNs)
                .filter(each -> each != null)
                .findFirst();
    }

    private static void same(Object told, Optional<Long> expected) {
        if (expected.isEmpty()) {
            assertThat(told).isNull();
        } else {
            assertThat(((Number) told).doubleValue()).isCloseTo(expected.get(), within(expected.get() * 0.01));
        }
    }

    /** Asks as Grafana does. */
    private static final class Asking {
        private final HistoryStore store;
        private final Instant from;
        private final Instant to;
        private final Map<String, String> variables = new LinkedHashMap<>();
        private final List<String> empty = new ArrayList<>();

        Asking(HistoryStore store, Instant from, Instant to) {
            this.store = store;
            this.from = from;
            this.to = to;
        }

        /** The first value of each variable, as a board is opened. */
        void choose(Board board) throws SQLException {
            for (Variable variable : board.variables()) {
                Answer answer = ask(variable.sql(), Duration.ofSeconds(1));
                assertThat(answer.names()).as(variable.name()).containsExactly("__text", "__value");
                variables.put(
                        variable.name(),
                        answer.rows().isEmpty()
                                ? ""
                                : answer.rows().getFirst().get(1).toString());
            }
        }

        void all(Board board, Duration interval, boolean noteEmpty) throws SQLException {
            for (Annotation annotation : board.annotations()) {
                Answer answer = ask(annotation.sql(), interval);
                assertThat(answer.names()).as(annotation.name()).contains("time", "text", "tags");
                assertThat(answer.types().getFirst()).isEqualTo(Types.TIMESTAMP);
            }
            for (Panel panel : board.panels()) {
                for (Query query : panel.queries()) {
                    Answer answer = ask(query.sql(), interval);
                    fits(panel, query, answer, interval);
                    if (noteEmpty && answer.rows().isEmpty()) {
                        empty.add(panel.title());
                    }
                }
            }
        }

        Answer ask(String sql, Duration interval) throws SQLException {
            String expanded = Macros.expand(sql, variables, from, to, interval);
            try (Connection connection = store.connect();
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(expanded)) {
                return read(result);
            } catch (SQLException e) {
                throw new AssertionError(e.getMessage() + "\n" + expanded, e);
            }
        }

        private static Answer read(ResultSet result) throws SQLException {
            ResultSetMetaData meta = result.getMetaData();
            List<String> names = new ArrayList<>();
            List<Integer> types = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                names.add(meta.getColumnName(i));
                types.add(meta.getColumnType(i));
            }
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= meta.getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
            return new Answer(names, types, rows);
        }

        private static void fits(Panel panel, Query query, Answer answer, Duration interval) {
            if (query.format() == Query.Format.TABLE) {
                assertThat(answer.names())
                        .as(panel.title())
                        .hasSizeGreaterThan(1)
                        .doesNotHaveDuplicates();
                return;
            }
            assertThat(answer.names().getFirst()).as(panel.title()).isEqualTo("time");
            assertThat(answer.types().getFirst()).as(panel.title()).isEqualTo(Types.TIMESTAMP);
            boolean isLong = answer.names().contains("metric");
            if (isLong) {
                assertThat(answer.names()).as(panel.title()).containsExactly("time", "metric", "value");
                assertThat(answer.types().get(1)).as(panel.title()).isEqualTo(Types.VARCHAR);
            }
            long before = Long.MIN_VALUE;
            for (List<Object> row : answer.rows()) {
                long second = ((Timestamp) row.getFirst()).toInstant().getEpochSecond();
                assertThat(second).as(panel.title()).isGreaterThanOrEqualTo(before);
                assertThat(Math.floorMod(second, interval.toSeconds()))
                        .as(panel.title())
                        .isZero();
                before = second;
                if (panel.type().equals("heatmap")) {
                    assertThat(Long.parseLong(row.get(1).toString()))
                            .as(panel.title())
                            .isPositive();
                }
            }
        }
    }
}
