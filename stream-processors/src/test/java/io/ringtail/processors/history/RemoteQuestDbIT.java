package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.processors.analysis.Segments;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.StampedTrip;
import io.ringtail.schemas.record.Window;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server is the embedded one, reached over its ports. */
@Timeout(600)
class RemoteQuestDbIT {
    @TempDir
    Path directory;

    private static RemoteHistoryConfig config(EmbeddedQuestDb server) {
        return new RemoteHistoryConfig(
                "127.0.0.1",
                server.pgPort(),
                server.httpPort(),
                EmbeddedHistoryConfig.USER,
                server.password(),
                Retention.DEFAULT);
    }

    @Test
    void serverHasTheSameRowsAsTheEngineInProcess() throws SQLException {
        HistoryMapping mapping = new HistoryMapping(new NothingStored());
        Window window = Samples.window("r", 1, 1, 50_000, 50_000, 90_000);
        Segments segments = new Segments();
        segments.add(new StampedTrip(0L, 1_000L, 2_000L, 3_000L, 4_000L, 5_000L, 6_000L));
        window.setSegments(segments.times());
        mapping.add(window);
        mapping.add(Samples.window("silent", 1, 0));
        mapping.add(Samples.change("c", Samples.START_NS));
        mapping.add(Samples.settings("r", Samples.START_NS, Map.of("ring.rx", "256")));
        mapping.add(Samples.agent("r", Samples.START_NS));
        mapping.add(Samples.rings("r", Samples.START_NS, 100, Samples.SECOND_NS));
        mapping.add(EffectSamples.effect(
                "e", Samples.START_NS, 30, EffectVerdict.REGRESSED, List.of(EffectSamples.usecs())));
        mapping.add(TailHistoryIT.shift());
        mapping.add(AlertHistoryIT.alert("alert", 1, 2));
        mapping.add(TailHistoryIT.associations(0, "irq.rate"));
        List<HistoryRow> rows = mapping.drain();
        EmbeddedQuestDb server = EmbeddedQuestDb.open(
                EmbeddedHistoryConfig.in(directory).withPorts(0, 0).withPassword("a;secret"));
        try (RemoteQuestDb remote = RemoteQuestDb.open(config(server))) {
            remote.write(rows);
            List<List<List<String>>> overHttp = all(remote);
            assertThat(overHttp).noneMatch(table -> table == null);
            server.write(rows);
            assertThat(all(server)).isEqualTo(overHttp);
            server.close();
            assertThatThrownBy(() -> remote.write(rows))
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageNotContaining("secret");
        } finally {
            server.close();
        }
    }

    private static List<List<List<String>>> all(HistoryStore store) throws SQLException {
        List<List<List<String>>> tables = new ArrayList<>();
        for (HistoryTable table : HistoryTable.values()) {
            String order = switch (table) {
                case BUCKETS -> "bucket";
                case SEGMENTS -> "segment, bucket";
                case CHANGES -> "name";
                case EFFECTS -> "metric";
                default -> "ts";
            };
            List<List<String>> rows = Ask.rows(store, "select * from " + table.sqlName() + " order by " + order);
            assertThat(rows.isEmpty()).as(table.sqlName()).isEqualTo(table == HistoryTable.EPOCHS);
            tables.add(rows);
        }
        return tables;
    }

    @Test
    void absentServerIsNamed() {
        RemoteHistoryConfig nowhere =
                new RemoteHistoryConfig("127.0.0.1", 1, 1, "ringtail", "secret", Retention.DEFAULT);
        assertThatThrownBy(() -> RemoteQuestDb.open(nowhere))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("cannot reach the history at postgresql://ringtail@127.0.0.1:1/qdb")
                .hasMessageNotContaining("secret");
    }

    @Test
    void askingAltersNothing() throws SQLException {
        Retention days = new Retention(Duration.ofDays(3), Duration.ofDays(4), Duration.ofDays(60));
        try (EmbeddedQuestDb server = EmbeddedQuestDb.open(
                        EmbeddedHistoryConfig.in(directory).withPorts(0, 0).withRetention(days));
                HistoryStore asked = RemoteQuestDb.toAsk(config(server))) {
            assertThat(new HistoryQueries(asked).paths(new TimeRange(0, Samples.START_NS)))
                    .isEmpty();
            assertThat(Ask.rows(
                            server,
                            "select ttlValue, ttlUnit from tables() where table_name in ('windows', 'windows_1m', 'windows_1h')"
                                    + " order by table_name"))
                    .containsExactly(List.of("3", "DAY"), List.of("2", "MONTH"), List.of("4", "DAY"));
        }
    }
}
