package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.testkit.RecordedReading;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SettingsJournalTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final SettingsObject ETH0 = SettingsObject.ofInterface("eth0");
    private static final SettingsObject ETH1 = SettingsObject.ofInterface("eth1");

    private final SettingsJournal journal = new SettingsJournal(Duration.ofSeconds(60));
    private long now;

    @Test
    void the_first_read_is_told_as_the_start_and_has_no_read_before() {
        Settings told = read(ETH0, "18", false).getFirst();
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.START);
        assertThat(told.getPreviousReadEpochNs()).isNull();
        assertThat(told.getObject()).isEqualTo("interface:eth0");
        assertThat(told.getInterface$()).isEqualTo("eth0");
        assertThat(told.getGone()).isFalse();
    }

    @Test
    void a_read_that_finds_the_same_is_not_told() {
        read(ETH0, "18", false);
        assertThat(read(ETH0, "18", true)).isEmpty();
        assertThat(read(ETH0, "18", false)).isEmpty();
    }

    @Test
    void a_difference_is_told_with_the_last_read_that_found_the_old_values() {
        read(ETH0, "18", false);
        read(ETH0, "18", false);
        long lastRead = RecordedReading.EPOCH_AHEAD_NS + now;
        Settings told = read(ETH0, "100", false).getFirst();
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.REREAD);
        assertThat(told.getPreviousReadEpochNs()).isEqualTo(lastRead);
        assertThat(told.getOrigin().getEpochNs()).isEqualTo(lastRead + 10 * SECOND_NS);
        assertThat(told.getValues().getFirst().getValue()).isEqualTo("100");
    }

    @Test
    void a_difference_that_the_kernel_told_of_is_a_notification() {
        read(ETH0, "18", false);
        assertThat(read(ETH0, "100", true)).extracting(Settings::getTrigger).containsExactly(ReadTrigger.NOTIFICATION);
    }

    @Test
    void unchanged_values_are_restated_a_minute_after_they_were_told() {
        read(ETH0, "18", false);
        for (int i = 0; i < 5; i++) {
            assertThat(read(ETH0, "18", false)).isEmpty();
        }
        long lastRead = RecordedReading.EPOCH_AHEAD_NS + now;
        List<Settings> told = read(ETH0, "18", true);
        assertThat(told).extracting(Settings::getTrigger).containsExactly(ReadTrigger.REREAD);
        assertThat(told.getFirst().getPreviousReadEpochNs()).isEqualTo(lastRead);
        assertThat(read(ETH0, "18", false)).isEmpty();
    }

    @Test
    void an_object_that_is_gone_is_told_once_with_its_last_values() {
        read(ETH0, "18", false);
        now += 10 * SECOND_NS;
        RecordedReading reading = new RecordedReading(now);
        journal.retain(Set.of(), Set.of(ETH0), reading);
        Settings told = reading.records(Settings.class).getFirst();
        assertThat(told.getGone()).isTrue();
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(told.getPreviousReadEpochNs()).isEqualTo(RecordedReading.EPOCH_AHEAD_NS + now - 10 * SECOND_NS);
        assertThat(told.getValues().getFirst().getValue()).isEqualTo("18");
        RecordedReading next = new RecordedReading(now + SECOND_NS);
        journal.retain(Set.of(), Set.of(), next);
        assertThat(next.records(Settings.class)).isEmpty();
    }

    @Test
    void an_object_that_comes_later_is_no_start_and_has_no_read_before() {
        read(ETH0, "18", false);
        RecordedReading reading = new RecordedReading(now + SECOND_NS);
        journal.observe(ETH1, values("5"), true, reading);
        Settings told = reading.records(Settings.class).getFirst();
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(told.getPreviousReadEpochNs()).isNull();
    }

    /** Case B3: what the driver moves by itself is no change; switching it off, with the value it left, is one. */
    @Test
    void adaptive_coalescing_makes_no_changes() {
        List<Map<String, Long>> samples = List.of(
                Map.of("adaptive-rx", 1L, "rx-usecs", 8L),
                Map.of("adaptive-rx", 1L, "rx-usecs", 64L),
                Map.of("adaptive-rx", 1L, "rx-usecs", 8L),
                Map.of("adaptive-rx", 1L, "rx-usecs", 128L),
                Map.of("adaptive-rx", 0L, "rx-usecs", 0L),
                Map.of("adaptive-rx", 0L, "rx-usecs", 0L),
                Map.of("adaptive-rx", 0L, "rx-usecs", 3L));
        List<Map<String, String>> told = samples.stream()
                .flatMap(sample -> observe(sample).stream())
                .map(SettingsJournalTest::known)
                .toList();
        assertThat(told)
                .containsExactly(
                        Map.of("coalesce.adaptive-rx", "on", "coalesce.rx-usecs", "adaptive"),
                        Map.of("coalesce.adaptive-rx", "off", "coalesce.rx-usecs", "0"),
                        Map.of("coalesce.adaptive-rx", "off", "coalesce.rx-usecs", "3"));
    }

    private List<Settings> observe(Map<String, Long> coalesce) {
        SettingList list = new SettingList();
        list.addGroup("coalesce.", () -> EthtoolSettings.coalesce(coalesce));
        return read(ETH0, list.sorted(), true);
    }

    private List<Settings> read(SettingsObject object, String rxUsecs, boolean notified) {
        return read(object, values(rxUsecs), notified);
    }

    private List<Settings> read(SettingsObject object, List<Setting> values, boolean notified) {
        now += 10 * SECOND_NS;
        RecordedReading reading = new RecordedReading(now);
        journal.observe(object, values, notified, reading);
        journal.retain(Set.of(object), Set.of(), reading);
        return reading.records(Settings.class);
    }

    private static List<Setting> values(String rxUsecs) {
        return List.of(new Setting("coalesce.rx-usecs", null, rxUsecs, null));
    }

    private static Map<String, String> known(Settings settings) {
        Map<String, String> known = new TreeMap<>();
        settings.getValues().stream()
                .filter(setting -> setting.getValue() != null)
                .forEach(setting -> known.put(setting.getName(), setting.getValue()));
        return known;
    }
}
