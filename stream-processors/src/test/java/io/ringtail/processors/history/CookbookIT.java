package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every query of the cookbook as it is written there, against samples that are ranked here one by one. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CookbookIT {
    private static final Path COOKBOOK = Path.of("..", "docs", "cookbook.md");
    private static final Pattern QUERY =
            Pattern.compile("<!-- query: (.+?) -->\\n```sql\\n(.+?);\\n```", Pattern.DOTALL);
    private static final int SECONDS = 600;
    private static final int CHANGED = 300;
    private static final int EACH = 20;
    private static final double BUCKET = 0.01;

    @TempDir
    static Path directory;

    private final Map<String, String> queries = new LinkedHashMap<>();
    private final long[] ofA = samples(50_000, 90_000, 1);
    private final long[] ofC = samples(30_000, 30_000, 2);
    private EmbeddedQuestDb store;

    /** Round trips of each second, in order: one level before the change and one after it, with a tail. */
    private static long[] samples(long before, long after, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LongStream.range(0, (long) SECONDS * EACH)
                .map(i -> (i < (long) CHANGED * EACH ? before : after)
                        + random.nextLong(5_000)
                        + (random.nextInt(40) == 0 ? random.nextLong(200_000) : 0))
                .toArray();
    }

    @BeforeAll
    void fill() throws IOException {
        Matcher found = QUERY.matcher(Files.readString(COOKBOOK));
        while (found.find()) {
            queries.put(found.group(1), found.group(2));
        }
        store = EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0));
        HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
        mapping.add(Samples.settings("a", at(0), Map.of("coalesce.rx-usecs", "18", "ring.rx", "512")));
        mapping.add(Samples.settings("a", at(CHANGED), Map.of("coalesce.rx-usecs", "100", "ring.rx", "512")));
        mapping.add(Samples.settings("c", at(0), Map.of("coalesce.rx-usecs", "18")));
        mapping.add(Samples.change("c1", at(CHANGED)));
        for (int second = 0; second < SECONDS; second++) {
            mapping.add(window("a", second, ofA));
            mapping.add(window("c", second, ofC));
        }
        for (int look : new int[] {30, 60}) {
            mapping.add(EffectSamples.effect(
                    "effect", at(CHANGED), look, EffectVerdict.REGRESSED, List.of(EffectSamples.usecs())));
        }
        store.write(mapping.drain());
    }

    private static long at(int second) {
        return Samples.START_NS + second * Samples.SECOND_NS;
    }

    private static Window window(String host, int second, long[] all) {
        Window window = Samples.window(host, second, 1, Arrays.copyOfRange(all, second * EACH, (second + 1) * EACH));
        window.setEpochId(second < CHANGED ? "e1" : "e2");
        return window;
    }

    @AfterAll
    void close() {
        store.close();
    }

    @Test
    void everyQueryIsTested() {
        assertThat(queries.keySet())
                .containsExactlyInAnyOrder(
                        "percentiles of a path",
                        "percentiles by the minute",
                        "who has a value",
                        "which values there are",
                        "percentiles by value",
                        "settings at a time",
                        "time in each value",
                        "before and after",
                        "one row a configuration",
                        "changes",
                        "effects");
    }

    @Test
    void percentilesOfAPath() throws SQLException {
        List<String> row = rows("percentiles of a path").getFirst();
        assertThat(Double.parseDouble(row.getFirst())).isEqualTo(ofA.length);
        near(row.get(1), ofA, 50);
        near(row.get(2), ofA, 90);
        near(row.get(3), ofA, 99);
    }

    @Test
    void percentilesByTheMinute() throws SQLException {
        List<List<String>> rows = rows("percentiles by the minute");
        assertThat(rows).hasSize(SECONDS / 60);
        for (int minute = 0; minute < rows.size(); minute++) {
            long[] of = Arrays.copyOfRange(ofA, minute * 60 * EACH, (minute + 1) * 60 * EACH);
            near(rows.get(minute).get(1), of, 50);
            near(rows.get(minute).get(2), of, 99);
        }
    }

    @Test
    void whoHasAValueAndWhichThereAre() throws SQLException {
        assertThat(rows("who has a value"))
                .singleElement()
                .satisfies(row -> assertThat(row).startsWith("a", "interface:eth0", "100", "us"));
        assertThat(rows("which values there are"))
                .containsExactlyInAnyOrder(List.of("18", "1", "1"), List.of("100", "1", "1"));
    }

    @Test
    void percentilesByValue() throws SQLException {
        long[] of18 = LongStream.concat(Arrays.stream(ofA, 0, CHANGED * EACH), Arrays.stream(ofC))
                .toArray();
        long[] of100 = Arrays.copyOfRange(ofA, CHANGED * EACH, ofA.length);
        List<List<String>> rows = rows("percentiles by value");
        assertThat(rows).extracting(List::getFirst).containsExactly("100", "18");
        assertThat(Double.parseDouble(rows.getFirst().get(1))).isEqualTo(of100.length);
        assertThat(Double.parseDouble(rows.getLast().get(1))).isEqualTo(of18.length);
        near(rows.getFirst().get(2), of100, 50);
        near(rows.getFirst().get(3), of100, 99);
        near(rows.getLast().get(2), of18, 50);
        near(rows.getLast().get(3), of18, 99);
    }

    @Test
    void settingsAtATime() throws SQLException {
        assertThat(rows("settings at a time"))
                .extracting(row -> row.get(1) + "=" + row.get(3))
                .containsExactly("coalesce.rx-usecs=18", "ring.rx=512");
    }

    @Test
    void timeInEachValue() throws SQLException {
        List<List<String>> rows = rows("time in each value");
        assertThat(rows).extracting(List::getFirst).containsExactly("100", "18");
        for (List<String> row : rows) {
            assertThat(row.get(1)).isEqualTo(Integer.toString(CHANGED));
            assertThat(row.get(2)).isEqualTo(Integer.toString(CHANGED * EACH));
            assertThat(Double.parseDouble(row.get(3))).isEqualTo(CHANGED);
        }
    }

    @Test
    void beforeAndAfter() throws SQLException {
        List<List<String>> rows = rows("before and after");
        assertThat(rows).extracting(List::getFirst).containsExactly("before", "after");
        near(rows.getFirst().get(2), Arrays.copyOf(ofA, CHANGED * EACH), 50);
        near(rows.getFirst().get(3), Arrays.copyOf(ofA, CHANGED * EACH), 99);
        near(rows.getLast().get(2), Arrays.copyOfRange(ofA, CHANGED * EACH, ofA.length), 50);
        near(rows.getLast().get(3), Arrays.copyOfRange(ofA, CHANGED * EACH, ofA.length), 99);
    }

    @Test
    void oneRowAConfiguration() throws SQLException {
        List<List<String>> rows = rows("one row a configuration");
        assertThat(rows).hasSize(2);
        for (int i = 0; i < 2; i++) {
            long[] of = Arrays.copyOfRange(ofA, i * CHANGED * EACH, (i + 1) * CHANGED * EACH);
            assertThat(Double.parseDouble(rows.get(i).get(1))).isCloseTo(EACH, within(1e-6));
            assertThat(Double.parseDouble(rows.get(i).get(2))).isCloseTo(20.0, within(1e-6));
            near(rows.get(i).get(3), of, 50);
            near(rows.get(i).get(4), of, 90);
            near(rows.get(i).get(5), of, 99);
        }
    }

    @Test
    void changesAndEffects() throws SQLException {
        assertThat(rows("changes"))
                .extracting(row -> row.get(3) + " " + row.get(5) + " " + row.get(6))
                .containsExactly("coalesce.rx-usecs 18 100", "irq.affinity null 0-1");
        assertThat(rows("effects")).hasSize(1);
    }

    private List<List<String>> rows(String name) throws SQLException {
        return Ask.rows(store, queries.get(name));
    }

    private static void near(String us, long[] samples, int percent) {
        long[] sorted = Arrays.stream(samples).sorted().toArray();
        long exact = sorted[(int) Math.ceilDiv((long) percent * sorted.length, 100L) - 1];
        assertThat(Double.parseDouble(us) * 1000).isCloseTo((double) exact, within(exact * BUCKET));
    }
}
