package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class RollupsIT {
    private static final long SEED = 20_262;
    private static final int HOUR = 3_600;
    private static final int EVERY = 7;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> VIEWS =
            List.of("windows_1m", "buckets_1m", "gauges_1m", "windows_1h", "buckets_1h", "gauges_1h");

    private static final Pattern TABLE = Pattern.compile("EXISTS (\\w+)");

    private final int base = base(60);
    private final Random random = new Random(SEED);
    private final List<Long> samples = new ArrayList<>();

    private static EmbeddedQuestDb open(Path directory, Retention retention) {
        return EmbeddedQuestDb.open(
                EmbeddedHistoryConfig.in(directory).withPorts(0, 0).withRetention(retention));
    }

    /**
     * A full even hour so many hours before now: what is too old is not summed up, and steps of two hours start at even
     * ones. Unit: seconds after the samples' start.
     */
    private static int base(int hours) {
        long evenS = Math.floorDiv(Instant.now().getEpochSecond(), 2L * HOUR) * 2 * HOUR;
        return (int) (evenS - Samples.START_NS / Samples.SECOND_NS) - hours * HOUR;
    }

    private TimeRange hours(int from, int to) {
        return seconds(from * HOUR, to * HOUR);
    }

    private TimeRange seconds(int from, int to) {
        return new TimeRange(
                Samples.START_NS + (base + from) * Samples.SECOND_NS,
                Samples.START_NS + (base + to) * Samples.SECOND_NS);
    }

    /** Windows of some hours, one every few seconds; their samples are kept for comparison. */
    private void fill(HistoryStore store, int fromHour, int toHour) {
        HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
        for (int second = fromHour * HOUR; second < toHour * HOUR; second += EVERY) {
            long[] rtts = random.longs(5, 40_000, 90_000).toArray();
            Arrays.stream(rtts).forEach(samples::add);
            mapping.add(Samples.window("rolled", base + second, 1, rtts));
        }
        store.write(mapping.drain());
        store.awaitVisible(LIMIT);
    }

    /** Sums up now what the store would sum up within minutes. */
    private static void sumUp(HistoryStore store) throws SQLException {
        for (String view : VIEWS) {
            try (Connection connection = store.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("REFRESH MATERIALIZED VIEW " + view + " INCREMENTAL");
            }
            awaitSummed(store, view);
        }
    }

    private static void awaitSummed(HistoryStore store, String view) throws SQLException {
        Instant end = Instant.now().plus(LIMIT);
        String behind = "select view_status, refresh_base_table_txn, base_table_txn from materialized_views()"
                + " where view_name = '" + view + "'";
        List<String> row = Ask.rows(store, behind).getFirst();
        while (!row.get(0).equals("valid") || !row.get(1).equals(row.get(2))) {
            assertThat(Instant.now()).as("%s is summed up, not %s", view, row).isBefore(end);
            row = Ask.rows(store, behind).getFirst();
        }
        store.awaitVisible(LIMIT);
    }

    private PathReport only(HistoryStore store, TimeRange range) {
        return new HistoryQueries(store).report(range).paths().getFirst();
    }

    private void isOfAllSamples(PathReport report) {
        long[] sorted = samples.stream().mapToLong(Long::longValue).sorted().toArray();
        assertThat(report.received()).isEqualTo(sorted.length);
        assertThat(report.windows()).isEqualTo(sorted.length / 5);
        assertThat(report.minNs()).isEqualTo(sorted[0]);
        assertThat(report.maxNs()).isEqualTo(sorted[sorted.length - 1]);
        assertThat(report.meanNs()).isCloseTo(Arrays.stream(sorted).average().orElseThrow(), within(0.001));
        assertThat(report.tps()).isCloseTo(5.0, within(1e-9));
        assertThat(report.proberBusyNsPerTx()).isCloseTo(20_000.0, within(1e-6));
        assertThat(report.responderBusyNsPerTx()).isCloseTo(15_000.0, within(1e-6));
        report.percentiles().stream().filter(each -> each.valueNs() != null).forEach(each -> {
            int rank = (int) Math.ceil(each.percent() / 100 * sorted.length);
            assertThat(BucketLayout.index(each.valueNs()))
                    .as("p%s", each.percent())
                    .isEqualTo(BucketLayout.index(sorted[rank - 1]));
        });
    }

    @Test
    void sumsAnswerAsTheSecondsDo(@TempDir Path directory) throws SQLException {
        try (EmbeddedQuestDb store = open(directory, Retention.DEFAULT)) {
            fill(store, 0, 50);
            PathReport bySeconds = only(store, hours(0, 50));
            isOfAllSamples(bySeconds);
            sumUp(store);
            PathReport bySums = only(store, hours(0, 50));
            isOfAllSamples(bySums);
            assertThat(bySums.percentiles()).isEqualTo(bySeconds.percentiles());
            assertThat(Ask.count(store, "windows_1h", "windows > 500")).isEqualTo(50);

            HistoryQueries queries = new HistoryQueries(store);
            String path = Paths.id(Samples.path("rolled"));
            List<CurvePoint> curve = queries.curve(path, hours(0, 50), 25);
            assertThat(queries.curve(path, hours(1, 49), 24))
                    .as("steps of two hours that start at even ones")
                    .hasSize(25);
            assertThat(curve).hasSize(25);
            assertThat(curve.get(3)).satisfies(point -> {
                assertThat(point.startEpochNs()).isEqualTo(hours(6, 8).fromEpochNs());
                assertThat(point.lengthNs()).isEqualTo(2 * HOUR * Samples.SECOND_NS);
                assertThat(point.report())
                        .isEqualTo(queries.report(hours(6, 8)).paths().getFirst());
            });
            assertThat(queries.heatMap(path, hours(0, 50), 25).cells().stream()
                            .mapToLong(HeatMap.Cell::samples)
                            .sum())
                    .isEqualTo(samples.size());
            assertThat(queries.paths(hours(0, 50)))
                    .singleElement()
                    .extracting(PathSeen::windows)
                    .isEqualTo(bySeconds.windows());
        }
    }

    @Test
    void aLaterRevisionIsSummedUpAgain(@TempDir Path directory) throws SQLException {
        try (EmbeddedQuestDb store = open(directory, Retention.DEFAULT)) {
            fill(store, 0, 3);
            sumUp(store);
            HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
            mapping.add(Samples.window("rolled", base + EVERY, 2, 500_000));
            store.write(mapping.drain());
            store.awaitVisible(LIMIT);
            sumUp(store);
            PathReport report = only(store, hours(0, 3));
            assertThat(report.received()).isEqualTo(samples.size() - 4);
            assertThat(report.maxNs()).isEqualTo(500_000);
            assertThat(Ask.rows(
                            store,
                            "select sum(samples) from buckets_1h where "
                                    + hours(0, 1).condition() + " and bucket = " + BucketLayout.index(500_000)))
                    .isEqualTo(List.of(List.of("1")));
        }
    }

    @Test
    void sumsStandWhenTheirSecondsHaveExpired(@TempDir Path directory) throws SQLException {
        try (EmbeddedQuestDb store = open(directory, Retention.DEFAULT)) {
            fill(store, 0, 5);
            sumUp(store);
        }
        Retention hours = new Retention(Duration.ofHours(2), Duration.ofDays(10), Duration.ofDays(60));
        try (EmbeddedQuestDb store = open(directory, hours)) {
            fill(store, 5, 6);
            assertThat(Ask.count(store, "windows", hours(0, 2).condition())).isZero();
            isOfAllSamples(only(store, hours(0, 6)));
            PathReport shortAgo = only(store, seconds(30, 90));
            assertThat(shortAgo.windows()).as("widened to two whole minutes").isEqualTo(18);
        }
    }

    @Test
    void aHistoryOfEachEarlierSchemaIsBroughtUpToDate(@TempDir Path directory) throws SQLException {
        for (int number = 1; number < Migrations.STEPS.size(); number++) {
            Path of = directory.resolve("from-" + number);
            samples.clear();
            try (EmbeddedQuestDb store = open(of, Retention.DEFAULT)) {
                goBack(store, number);
                fill(store, 0, 2);
            }
            try (EmbeddedQuestDb store = open(of, Retention.DEFAULT)) {
                assertThat(Ask.count(store, "migrations", "number > 0")).isEqualTo(Migrations.STEPS.size());
                sumUp(store);
                isOfAllSamples(only(store, hours(0, 2)));
                assertThat(Ask.count(store, "windows_1h", "windows > 0")).isEqualTo(2);
            }
        }
    }

    /** Takes away what the steps after this one made. */
    private static void goBack(HistoryStore store, int number) throws SQLException {
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            int summed = Migrations.STEPS.indexOf("0005-rollups.sql") + 1;
            for (String view : number < summed ? VIEWS.reversed() : List.<String>of()) {
                statement.execute("DROP MATERIALIZED VIEW " + view);
            }
            for (int later = number + 1; later <= Migrations.STEPS.size(); later++) {
                for (String sql : Migrations.statements(Migrations.STEPS.get(later - 1))) {
                    if (sql.startsWith("CREATE TABLE")) {
                        statement.execute("DROP TABLE "
                                + TABLE.matcher(sql)
                                        .results()
                                        .findFirst()
                                        .orElseThrow()
                                        .group(1));
                    }
                }
            }
            statement.execute("TRUNCATE TABLE migrations");
            for (int done = 1; done <= number; done++) {
                statement.execute("insert into migrations values (now(), " + done + ", 'earlier')");
            }
        }
        store.awaitVisible(LIMIT);
    }
}
