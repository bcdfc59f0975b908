package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertSeverity;
import io.ringtail.schemas.record.AlertState;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alerts through the store, and how they read. */
@Timeout(600)
class AlertHistoryIT {
    private static final TimeRange RANGE =
            new TimeRange(Samples.START_NS + 60 * Samples.SECOND_NS, Samples.START_NS + 3_600 * Samples.SECOND_NS);

    @TempDir
    static java.nio.file.Path directory;

    @Test
    void whatFiresAndWhatFiredInARange() {
        try (EmbeddedQuestDb store =
                EmbeddedQuestDb.open(EmbeddedHistoryConfig.in(directory).withPorts(0, 0))) {
            HistoryMapping mapping = new HistoryMapping(new StoredInQuestDb(store));
            mapping.add(alert("early", 1, 30));
            mapping.add(alert("it's \"odd\"", 10, null));
            mapping.add(alert("it's \"odd\"", 10, 100));
            mapping.add(alert("fires", 50, null));
            mapping.add(alert("late", 4_000, null));
            store.write(mapping.drain());
            mapping.add(alert("fires", 50, null));
            store.write(mapping.drain());
            store.awaitVisible(Duration.ofMinutes(2));

            Bounded<AlertEntry> alerts = new HistoryQueries(store).alerts().alerts(RANGE, false);
            assertThat(alerts.rows()).extracting(AlertEntry::alertId).containsExactly("fires", "it's \"odd\"");
            assertThat(AlertsText.of(alerts)).isEqualTo("""
                    firing
                    2026-01-01 00:00:50  warning  RingtailLoss  a/blue:eth0
                        fires of 1 %

                    resolved
                    2026-01-01 00:00:10  warning  RingtailLoss  a/blue:eth0
                        it's "odd" of 1 %
                        resolved 2026-01-01 00:01:40: cleared
                    """);
            assertThat(HistoryJson.write(alerts))
                    .contains("\"resolvedEpochNs\" : null", "\"subject\" : \"a/blue:eth0\"");
            assertThat(new HistoryQueries(store).alerts().alerts(RANGE, true).rows())
                    .extracting(AlertEntry::alertId)
                    .containsExactly("fires");
        }
    }

    static Alert alert(String id, int since, Integer resolved) {
        return Alert.newBuilder()
                .setAlertId(id)
                .setTransitionId(id + (resolved == null ? "" : "-resolved"))
                .setRule("RingtailLoss")
                .setSeverity(AlertSeverity.WARNING)
                .setState(resolved == null ? AlertState.FIRING : AlertState.RESOLVED)
                .setLabels(Map.of("host", "a", "netns", "blue", "interface", "eth0"))
                .setSinceEpochNs(Samples.START_NS + since * Samples.SECOND_NS)
                .setResolvedEpochNs(resolved == null ? null : Samples.START_NS + resolved * Samples.SECOND_NS)
                .setSummary(id + " of 1 %")
                .setValue(0.01)
                .setThreshold(0.001)
                .setUnit("ratio")
                .setResolution(resolved == null ? null : "cleared")
                .build();
    }
}
