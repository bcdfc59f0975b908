package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryMappingTest {
    private final NothingStored stored = new NothingStored();
    private final HistoryMapping mapping = new HistoryMapping(stored);

    private List<HistoryRow> rows(SpecificRecord record) {
        mapping.add(record);
        return mapping.drain();
    }

    @Test
    void absentPercentileStaysAbsent() {
        Window window = Samples.window("a", 1, 0, 50_000);
        window.setPercentiles(List.of(
                new Percentile(50.0, 50_000L, null), new Percentile(99.9, null, "fewer than 10 samples beyond it")));
        HistoryRow row = rows(window).getLast();
        assertThat(row.value("p50_ns")).isEqualTo(50_000L);
        assertThat(row.value("p999_ns")).isNull();
        assertThat(row.value("responder_busy_ns_per_tx")).isNull();
        assertThat(row.value("label")).isEqualTo("a:eth0 > b:eth1 udp_rr 40/40 1000/s");
    }

    @Test
    void vanishedBucketIsWrittenWithZero() {
        rows(Samples.window("a", 1, 0, 50_000, 90_000));
        assertThat(rows(Samples.window("a", 1, 1, 50_000)))
                .filteredOn(row -> row.table() == HistoryTable.BUCKETS)
                .extracting(row -> row.value("bucket"), row -> row.value("samples"))
                .containsExactly(tuple(BucketLayout.index(50_000), 1L), tuple(BucketLayout.index(90_000), 0L));
    }

    @Test
    void earlierRevisionGivesNoRows() {
        rows(Samples.window("a", 1, 2, 50_000));
        assertThat(rows(Samples.window("a", 1, 1, 50_000))).isEmpty();
        assertThat(rows(Samples.window("a", 1, 2, 50_000))).hasSize(2);
    }

    @Test
    void newWindowsAreNotLookedUpInTheStore() {
        for (int second = 0; second < 100; second++) {
            rows(Samples.window("a", second, 0, 50_000));
        }
        assertThat(stored.asked).isZero();
    }

    @Test
    void windowsOlderThanTheStoresNewestAreLookedUpOnceAMinute() {
        NothingStored later = new NothingStored() {
            @Override
            public Optional<Long> newestWindowMicros(String pathId) {
                return Optional.of(Long.MAX_VALUE);
            }
        };
        HistoryMapping replay = new HistoryMapping(later);
        for (int second = 0; second < 120; second++) {
            replay.add(Samples.window("a", second, 0, 50_000));
        }
        assertThat(later.asked).isEqualTo(2);
    }

    @Test
    void restatedSettingsGiveNoRows() {
        assertThat(rows(Samples.settings("a", Samples.START_NS, Map.of("ring.rx", "256", "ring.tx", "512"))))
                .hasSize(2);
        assertThat(rows(Samples.settings("a", Samples.START_NS + 1_000, Map.of("ring.rx", "256", "ring.tx", "512"))))
                .isEmpty();
        assertThat(rows(Samples.settings("a", Samples.START_NS + 2_000, Map.of("ring.rx", "128"))))
                .extracting(row -> row.value("name"), row -> row.value("value"), row -> row.value("absence"))
                .containsExactly(tuple("ring.rx", "128", null), tuple("ring.tx", null, "gone"));
    }

    @Test
    void settingsOfVanishedObjectAreGone() {
        rows(Samples.settings("a", Samples.START_NS, Map.of("ring.rx", "256")));
        Settings gone = Samples.settings("a", Samples.START_NS + 1_000, Map.of("ring.rx", "256"));
        gone.setGone(true);
        assertThat(rows(gone))
                .extracting(row -> row.value("value"), row -> row.value("absence"))
                .containsExactly(tuple(null, "gone"));
    }

    @Test
    void hostWithWrongClockIsPlacedOnTheClustersTimeLine() {
        var agent = Samples.agent("a", Samples.START_NS + 3_600 * Samples.SECOND_NS);
        agent.getOrigin().setClockOffsetNs(3_600 * Samples.SECOND_NS);
        assertThat(rows(agent)).extracting(HistoryRow::tsMicros).containsExactly(Samples.START_NS / 1_000);
    }

    @Test
    void agentsRowHasWorstStateAndReasons() {
        HistoryRow row = rows(Samples.agent("a", Samples.START_NS)).getFirst();
        assertThat(row.value("state")).isEqualTo("DEGRADED");
        assertThat(row.value("reasons")).isEqualTo("rings: no qstats before kernel 6.9");
    }

    @Test
    void readsOfOneSecondMakeOneRowOfTheWholeSecond() {
        mapping.add(Samples.rings("a", Samples.START_NS + 100_000_000, 100, 100_000_000));
        mapping.add(Samples.rings("a", Samples.START_NS + 200_000_000, 300, 100_000_000));
        assertThat(mapping.drain()).singleElement().satisfies(row -> {
            assertThat(row.value("value")).isEqualTo(2_000.0);
            assertThat(row.tsMicros()).isEqualTo(Samples.START_NS / 1_000);
        });
        mapping.add(Samples.rings("a", Samples.START_NS + 300_000_000, 500, 100_000_000));
        assertThat(mapping.drain())
                .singleElement()
                .satisfies(row -> assertThat(row.value("value")).isEqualTo(3_000.0));
    }

    @Test
    void impossibleRecordLeavesNothingBehind() {
        Window bad = Samples.window("a", 1, 0, 50_000);
        bad.setStartEpochNs(-1);
        assertThatThrownBy(() -> mapping.add(bad)).isInstanceOf(UnusableRecordException.class);
        assertThatThrownBy(() -> mapping.add(Samples.rings("a", -1, 1, 100)))
                .isInstanceOf(UnusableRecordException.class);
        assertThat(mapping.size()).isZero();
        assertThat(mapping.drain()).isEmpty();
    }
}
