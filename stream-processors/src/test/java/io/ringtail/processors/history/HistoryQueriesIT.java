package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.Segments;
import io.ringtail.processors.history.StoredState.SettingName;
import io.ringtail.processors.history.StoredState.SettingValue;
import io.ringtail.processors.history.StoredState.SettingsObject;
import io.ringtail.processors.history.StoredState.StoredWindow;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.StampedTrip;
import io.ringtail.schemas.record.Window;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class HistoryQueriesIT {
    private static final int WINDOWS = 12;

    @TempDir
    static Path directory;

    private static EmbeddedQuestDb store;
    private static HistoryQueries queries;

    @BeforeAll
    static void open() {
        store = EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0));
        queries = new HistoryQueries(store);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    private static void write(SpecificRecord... records) {
        HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
        Arrays.stream(records).forEach(mapping::add);
        store.write(mapping.drain());
        store.awaitVisible(Duration.ofMinutes(2));
    }

    /** Each test has an hour of its own. */
    private static TimeRange hour(int hour) {
        long from = Samples.START_NS + hour * 3600L * Samples.SECOND_NS;
        return new TimeRange(from, from + 3600 * Samples.SECOND_NS);
    }

    private static long[] dealt(long[] all, int part) {
        return IntStream.range(0, all.length)
                .filter(i -> i % WINDOWS == part)
                .mapToLong(i -> all[i])
                .toArray();
    }

    private static long[] repeated(long first, int times, long second, int moreTimes) {
        return LongStream.concat(
                        LongStream.generate(() -> first).limit(times),
                        LongStream.generate(() -> second).limit(moreTimes))
                .toArray();
    }

    @Test
    void anEffectStandsAtItsLargestLookAndIsFoundByPathKnobAndChange() {
        long atNs = Samples.START_NS + 90 * 3600L * Samples.SECOND_NS + Samples.SECOND_NS;
        Effect first = EffectSamples.effect("e1", atNs, 30, EffectVerdict.PROVISIONAL, List.of(EffectSamples.usecs()));
        Effect later = EffectSamples.effect("e1", atNs, 60, EffectVerdict.REGRESSED, List.of(EffectSamples.usecs()));
        Effect other = EffectSamples.effect(
                "e2", atNs + 1_000_000, 30, EffectVerdict.PROVISIONAL, List.of(EffectSamples.affinity()));
        write(first, later, other);
        write(later);

        assertThat(queries.effects(hour(90), "", "").rows()).containsExactly(later, other);
        assertThat(queries.effects(hour(90), "", "rx-usecs").rows()).containsExactly(later);
        assertThat(queries.effects(hour(90), later.getPathId(), "").rows()).hasSize(2);
        assertThat(queries.effects(hour(90), "elsewhere", "").rows()).isEmpty();
        assertThat(queries.effectsOf("change-of-e2", hour(90))).containsExactly(other);
        assertThat(queries.effectsOf("e1", hour(90))).containsExactly(later);
    }

    @Test
    void percentilesOfSummedBucketsAreThoseOfAllSamples() {
        long[] ofA = repeated(50_000, 9_801, 80_000, 99);
        long[] ofB = repeated(60_000, 50, 4_000_000, 50);
        for (int i = 0; i < WINDOWS; i++) {
            write(Samples.window("hostA", 5 * i, 0, dealt(ofA, i)), Samples.window("hostB", 5 * i, 0, dealt(ofB, i)));
        }
        List<PercentileValue> fleet = queries.percentilesOfAll(hour(0));
        assertThat(valueNs(fleet, 50)).isCloseTo(50_000, within(500L));
        assertThat(valueNs(fleet, 99)).isCloseTo(80_000, within(800L));
        assertThat(valueNs(fleet, 99.9)).isCloseTo(4_000_000, within(40_000L));
        List<PercentileValue> onlyA = queries.percentiles(Paths.id(Samples.path("hostA")), hour(0));
        assertThat(valueNs(onlyA, 99)).isCloseTo(50_000, within(500L));
        PercentileValue tailOfB =
                queries.percentiles(Paths.id(Samples.path("hostB")), hour(0)).get(3);
        assertThat(tailOfB.valueNs()).isNull();
        assertThat(tailOfB.absence()).contains("fewer than 10 samples beyond it");
    }

    private static Long valueNs(List<PercentileValue> percentiles, double percent) {
        return percentiles.stream()
                .filter(each -> each.percent() == percent)
                .findFirst()
                .orElseThrow()
                .valueNs();
    }

    @Test
    void segmentsOfARangeAreThoseOfItsStampedRoundTrips() {
        Segments first = new Segments();
        Segments second = new Segments();
        for (int i = 0; i < 100; i++) {
            first.add(new StampedTrip(0L, 0L, 2_000L, 10_000L, 3_000L, 4_000L, 5_000L));
            second.add(new StampedTrip(0L, 0L, 2_000L, 30_000L, 3_000L, 4_000L, 5_000L));
        }
        Window one = Samples.window("stamped", 5 * 3600, 0, 24_000);
        Window two = Samples.window("stamped", 5 * 3600 + 1, 0, 44_000);
        one.setSegments(first.times());
        two.setSegments(second.times());
        write(one, two, one);
        write(Samples.window("plain", 5 * 3600, 0, 24_000));

        DetailedReport report = queries.details(hour(5), "", Optional.empty());
        List<PathSegments> all =
                report.paths().stream().map(PathDetails::segments).toList();
        assertThat(all).extracting(PathSegments::trips).containsExactlyInAnyOrder(200L, 0L);
        PathSegments stamped =
                all.stream().filter(each -> each.trips() > 0).findFirst().orElseThrow();
        assertThat(stamped.segments())
                .extracting(PathSegments.Part::segment)
                .containsExactly(Arrays.stream(Segment.values()).map(Enum::name).toArray(String[]::new));
        PathSegments.Part wire = stamped.segments().get(2);
        assertThat(wire.meanNs()).isCloseTo(20_000, within(80.0));
        assertThat(valueNs(wire.percentiles(), 50)).isCloseTo(10_000, within(80L));
        assertThat(valueNs(wire.percentiles(), 90)).isCloseTo(30_000, within(240L));
    }

    @Test
    void settingsThatAPathReturnsToAreOneConfigurationAndMissingSecondsAreCounted() {
        int start = 7 * 3600;
        long startNs = Samples.START_NS + start * Samples.SECOND_NS;
        String id = Samples.window("twice", 0, 0).getPathId();
        write(
                Samples.settings("twice", startNs, Map.of("coalesce.rx-usecs", "18", "ring.rx", "256")),
                epoch(id, "e1", startNs, "s18"),
                epoch(id, "e2", startNs + 10 * Samples.SECOND_NS, "s100"),
                epoch(id, "e3", startNs + 20 * Samples.SECOND_NS, "s18"),
                Samples.settings(
                        "twice",
                        startNs + 10 * Samples.SECOND_NS,
                        Map.of("coalesce.rx-usecs", "100", "ring.rx", "256")),
                Samples.settings(
                        "twice",
                        startNs + 20 * Samples.SECOND_NS,
                        Map.of("coalesce.rx-usecs", "18", "ring.rx", "256")));
        write(
                inEpoch("e1", Samples.window("twice", start + 1, 0, 20_000, 20_000)),
                inEpoch("e2", Samples.window("twice", start + 11, 0, 90_000)),
                inEpoch("e3", Samples.window("twice", start + 21, 1, 20_000)));

        DetailedReport report = queries.details(hour(7), "twice", Optional.of(Duration.ofMinutes(1)));

        PathDetails path = report.paths().getFirst();
        assertThat(path.configurations())
                .extracting(
                        Configuration::name,
                        Configuration::epochIds,
                        each -> each.report().received(),
                        each -> each.settings().toString())
                .containsExactly(
                        tuple("A", List.of("e1", "e3"), 3L, "{prober.coalesce.rx-usecs=18}"),
                        tuple("B", List.of("e2"), 1L, "{prober.coalesce.rx-usecs=100}"));
        assertThat(path.configurations().get(1).report().minNs()).isEqualTo(90_000);
        assertThat(path.missing().windows()).isEqualTo(3);
        assertThat(path.missing().secondsWithout()).isEqualTo(18);
        assertThat(path.missing().byCompleteness())
                .containsExactlyInAnyOrder(new Missing.Counted("PROBER_ONLY", 2), new Missing.Counted("COMPLETE", 1));
        assertThat(path.curve())
                .singleElement()
                .satisfies(point -> assertThat(point.report().received()).isEqualTo(4));
        assertThat(path.proberSettings()).extracting(SettingAt::name).contains("coalesce.rx-usecs", "ring.rx");
        assertThat(queries.details(hour(7), "nowhere", Optional.empty()).paths())
                .isEmpty();
        assertThatThrownBy(() -> queries.details(hour(7), "", Optional.of(Duration.ofMillis(1_500))))
                .hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> queries.details(hour(7), "", Optional.of(Duration.ofSeconds(1))))
                .hasMessageContaining("at least 2s");
    }

    private static Window inEpoch(String epochId, Window window) {
        window.setEpochId(epochId);
        return window;
    }

    private static Epoch epoch(String pathId, String id, long fromEpochNs, String settingsId) {
        return Epoch.newBuilder()
                .setEpochId(id)
                .setPathId(pathId)
                .setFromEpochNs(fromEpochNs)
                .setChangeIds(List.of())
                .setProberSettingsId(settingsId)
                .setResponderSettingsId("")
                .setSettings(List.of())
                .build();
    }

    @Test
    void laterRevisionReplacesWindowAndAllItsBuckets() throws SQLException {
        Window first = Samples.window("revised", 3600, 0, 50_000, 90_000);
        write(first);
        write(Samples.window("revised", 3600, 1, 50_000, 50_000, 70_000));
        assertThat(queries.windows(first.getPathId(), hour(1)).rows())
                .singleElement()
                .satisfies(window -> {
                    assertThat(window.revision()).isEqualTo(1);
                    assertThat(window.received()).isEqualTo(3);
                    assertThat(window.responderBusyNsPerTx()).isEqualTo(15_000.0);
                });
        assertThat(Ask.rows(
                        store,
                        "select bucket, samples from buckets where path_id = '" + first.getPathId()
                                + "' order by bucket"))
                .isEqualTo(List.of(
                        List.of("" + BucketLayout.index(50_000), "2"),
                        List.of("" + BucketLayout.index(70_000), "1"),
                        List.of("" + BucketLayout.index(90_000), "0")));
        assertThat(queries.heatMap(first.getPathId(), hour(1), 10).cells())
                .extracting(HeatMap.Cell::samples)
                .containsExactly(2L, 1L);
    }

    @Test
    void earlierRevisionThatComesAgainChangesNothing() throws SQLException {
        write(Samples.window("replayed", 7200, 1, 50_000, 60_000));
        write(Samples.window("replayed", 7200, 0, 50_000));
        String pathId = Paths.id(Samples.path("replayed"));
        assertThat(queries.windows(pathId, hour(2)).rows())
                .extracting(WindowPoint::revision)
                .containsExactly(1);
        assertThat(Ask.count(store, "buckets", "path_id = '" + pathId + "' and samples > 0"))
                .isEqualTo(2);
    }

    @Test
    void heatMapMergesSecondsToColumns() {
        for (int second = 0; second < 6; second++) {
            write(Samples.window("heat", 3 * 3600 + second, 0, 50_000, 50_000, 90_000));
        }
        TimeRange range = new TimeRange(hour(3).fromEpochNs(), hour(3).fromEpochNs() + 6 * Samples.SECOND_NS);
        HeatMap map = queries.heatMap(Paths.id(Samples.path("heat")), range, 4);
        int low = BucketLayout.index(50_000);
        int high = BucketLayout.index(90_000);
        assertThat(map.columns()).isEqualTo(3);
        assertThat(map.columnNs()).isEqualTo(2 * Samples.SECOND_NS);
        assertThat(map.cells())
                .containsExactly(
                        new HeatMap.Cell(0, low, 4),
                        new HeatMap.Cell(0, high, 2),
                        new HeatMap.Cell(1, low, 4),
                        new HeatMap.Cell(1, high, 2),
                        new HeatMap.Cell(2, low, 4),
                        new HeatMap.Cell(2, high, 2));
    }

    @Test
    void pathsAreThoseWithWindowsInTheRange() {
        write(Samples.window("seen", 4 * 3600, 0, 50_000), Samples.window("seen", 4 * 3600 + 9, 0, 50_000));
        assertThat(queries.paths(hour(4))).singleElement().satisfies(path -> {
            assertThat(path.label()).isEqualTo("seen:eth0 > b:eth1 udp_rr 40/40 1000/s");
            assertThat(path.windows()).isEqualTo(2);
            assertThat(path.lastEpochNs() - path.firstEpochNs()).isEqualTo(9 * Samples.SECOND_NS);
        });
    }

    @Test
    void settingsAreThoseThatHeldAtTheMoment() {
        long atNs = hour(5).fromEpochNs();
        write(Samples.settings("set", atNs, Map.of("coalesce.rx-usecs", "18", "ring.rx", "256")));
        write(Samples.settings("set", atNs + Samples.SECOND_NS, Map.of("coalesce.rx-usecs", "100", "ring.rx", "256")));
        write(Samples.settings("set", atNs + 2 * Samples.SECOND_NS, Map.of("coalesce.rx-usecs", "100")));
        assertThat(queries.settings("set", atNs + 1))
                .extracting(SettingAt::name, SettingAt::value, SettingAt::unit)
                .containsExactlyInAnyOrder(
                        tuple("coalesce.rx-usecs", "18", "us"), tuple("ring.rx", "256", "descriptors"));
        assertThat(queries.settings("set", atNs + Samples.SECOND_NS))
                .extracting(SettingAt::value)
                .containsExactlyInAnyOrder("100", "256");
        assertThat(queries.settings("set", atNs + 3 * Samples.SECOND_NS))
                .extracting(SettingAt::value)
                .containsExactly("100");
        assertThat(queries.settings("set", atNs - 1)).isEmpty();
    }

    @Test
    void changesAreGroupedAndHaveTheirPaths() {
        long atNs = hour(6).fromEpochNs() + 5 * Samples.SECOND_NS;
        write(Samples.change("c1", atNs), Samples.change("c1", atNs));
        assertThat(queries.changes(hour(6)).rows()).containsExactly(Samples.changeEntry("c1", atNs));
        assertThat(queries.changes(hour(7)).rows()).isEmpty();
    }

    @Test
    void gaugesOfSeveralReadsOfASecondAreOne() {
        long atNs = hour(8).fromEpochNs();
        write(
                Samples.rings("g", atNs + 100_000_000L, 100, 100_000_000L),
                Samples.rings("g", atNs + 200_000_000L, 300, 100_000_000L));
        assertThat(queries.gauges("g", "", "eth0", "interface.rx-packets", hour(8))
                        .rows())
                .containsExactly(new GaugePoint(atNs, null, 2_000.0));
    }

    @Test
    void reportCountsWeighsAndGivesReasons() {
        write(
                Samples.window("rep", 9 * 3600, 1, repeated(50_000, 900, 70_000, 100)),
                Samples.window("rep", 9 * 3600 + 1, 0, repeated(50_000, 1_000, 90_000, 0)));
        Report report = queries.report(hour(9));
        assertThat(report.changes().rows()).isEmpty();
        assertThat(report.paths()).singleElement().satisfies(path -> {
            assertThat(path.sent()).isEqualTo(2_000);
            assertThat(path.lost()).isZero();
            assertThat(path.tps()).isEqualTo(1_000.0);
            assertThat(path.meanNs()).isCloseTo(51_000.0, within(0.01));
            assertThat(path.minNs()).isEqualTo(50_000);
            assertThat(path.maxNs()).isEqualTo(70_000);
            assertThat(path.proberBusyNsPerTx()).isEqualTo(20_000.0);
            assertThat(path.responderBusyNsPerTx()).isEqualTo(15_000.0);
            assertThat(path.percentiles().getLast().absence()).contains("fewer than 10 samples");
        });
    }

    @Test
    void whatIsStoredIsKnownAgain() {
        Window window = Samples.window("known", 10 * 3600, 3, 50_000, 90_000);
        long startMicros = Micros.of(window.getStartEpochNs());
        write(window, Samples.settings("known", hour(10).fromEpochNs(), Map.of("ring.rx", "256")));
        StoredInQuestDb stored = new StoredInQuestDb(store);
        assertThat(stored.newestWindowMicros(window.getPathId())).contains(startMicros);
        assertThat(stored.newestWindowMicros("no such path")).isEmpty();
        assertThat(stored.windows(window.getPathId(), startMicros, startMicros + 1))
                .containsExactly(new StoredWindow(startMicros, 3, window.getBucketIndices()));
        assertThat(stored.settings(new SettingsObject("known", "", "interface:eth0")))
                .hasValueSatisfying(settings -> assertThat(settings.values())
                        .isEqualTo(Map.of(new SettingName("ring.rx", null), new SettingValue("256", null))));
    }
}
