package io.ringtail.processors.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SettingsPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings, snapshot after snapshot, to changes and epochs. Times are seconds. */
@Timeout(30)
class EpochTimelineTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final EndShifts SAME_CLOCKS = new EndShifts(0, 0);

    private final List<SettingsVersion> versions = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private SettingsPart latest;

    @Test
    void adaptiveCoalescingIsOneLevelHoweverItsValueWanders() {
        read(0, "coalesce.adaptive-rx=on", "coalesce.rx-usecs=8");
        read(10, "coalesce.adaptive-rx=on", "coalesce.rx-usecs=64");
        read(20, "coalesce.adaptive-rx=on", "coalesce.rx-usecs=8");
        read(30, "coalesce.adaptive-rx=on", "coalesce.rx-usecs=128");
        read(40, "coalesce.adaptive-rx=off", "coalesce.rx-usecs=0");
        read(50, "coalesce.adaptive-rx=off", "coalesce.rx-usecs=0");
        read(60, "coalesce.adaptive-rx=off", "coalesce.rx-usecs=3");

        assertThat(changes).hasSize(2);
        assertThat(changes.getFirst().getKnobs())
                .containsExactly(
                        new KnobChange("coalesce.adaptive-rx", null, "on", "off", ""),
                        new KnobChange("coalesce.rx-usecs", null, "adaptive", "0", "us"));
        assertThat(changes.getLast().getKnobs())
                .containsExactly(new KnobChange("coalesce.rx-usecs", null, "0", "3", "us"));
    }

    @Test
    void knownToUnknownAndBackIsNoChange() {
        read(0, "ring.rx=256", "ring.tx=256");
        read(10, "ring.rx=", "ring.tx=256");
        read(20, "ring.tx=256");
        read(30, "ring.rx=256", "ring.tx=256");
        assertThat(changes).isEmpty();
        read(40, "ring.rx=", "ring.tx=256");
        read(50, "ring.rx=512", "ring.tx=256");

        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().getKnobs())
                .containsExactly(new KnobChange("ring.rx", null, "256", "512", "descriptors"));
        assertThat(epoch(8)).isEqualTo(epoch(35)).isPresent();
    }

    @Test
    void aGaugeAmongTheSettingsIsNoChange() {
        read(0, "irq.effective-affinity=0", "ring.rx=256");
        read(10, "irq.effective-affinity=3", "ring.rx=256");

        assertThat(changes).isEmpty();
    }

    @Test
    void aChangeSpansFromTheLastReadOfTheOldToTheFirstOfTheNewAndThenSettles() {
        read(0, "ring.rx=256");
        read(29.5, 20.5, "ring.rx=512");

        assertThat(epoch(19)).isPresent();
        for (int second = 20; second < 32; second++) {
            assertThat(epoch(second)).as("window %d", second).isEmpty();
        }
        assertThat(epoch(32)).isPresent();
        assertThat(epoch(32).orElseThrow().getFromEpochNs()).isEqualTo((long) (29.5 * SECOND_NS));
        assertThat(epoch(32).orElseThrow().getReverted()).isFalse();
    }

    @Test
    void changesLessThanTenSecondsApartFormOneAndNoEpochIsBetween() {
        read(0, "ring.rx=256", "ring.tx=256");
        read(20, 19, "ring.rx=512", "ring.tx=256");
        read(28, 27, "ring.rx=512", "ring.tx=512");

        assertThat(epoch(24)).isEmpty();
        assertThat(epoch(30).orElseThrow().getChangeIds())
                .containsExactlyInAnyOrder(
                        changes.getFirst().getChangeId(), changes.getLast().getChangeId());
    }

    @Test
    void changesTenSecondsApartLeaveAnEpochBetween() {
        read(0, "ring.rx=256");
        read(20, 19, "ring.rx=512");
        read(31, 30, "ring.rx=1024");

        assertThat(epoch(24)).isPresent();
        assertThat(epoch(33).orElseThrow().getChangeIds())
                .containsExactly(changes.getLast().getChangeId());
    }

    @Test
    void aCompoundChangeWithoutNetDifferenceIsReverted() {
        read(0, "ring.rx=256");
        read(20, 19, "ring.rx=512");
        read(26, 25, "ring.rx=256");

        assertThat(epoch(28).orElseThrow().getReverted()).isTrue();
        assertThat(epoch(28).orElseThrow().getProberSettingsId())
                .isEqualTo(epoch(10).orElseThrow().getProberSettingsId());
        assertThat(epoch(28).orElseThrow().getEpochId())
                .isNotEqualTo(epoch(10).orElseThrow().getEpochId());
    }

    @Test
    void moreThanSixChangesInTenMinutesMakeAGaugeAndSixDoNot() {
        read(0, "ring.rx=0", "ring.tx=1");
        for (int i = 1; i <= 6; i++) {
            read(60 * i, 60 * i - 1, "ring.rx=" + i, "ring.tx=1");
        }
        assertThat(epoch(50)).isNotEqualTo(epoch(410));
        assertThat(timeline().hasFlapping()).isFalse();
        read(420, 419, "ring.rx=7", "ring.tx=1");

        assertThat(timeline().hasFlapping()).isTrue();
        assertThat(epoch(50)).isPresent().isEqualTo(epoch(430)).isEqualTo(epoch(120));
        read(440, 439, "ring.rx=7", "ring.tx=2");
        assertThat(epoch(450)).isPresent().isNotEqualTo(epoch(430));
    }

    @Test
    void theIdsOfAChangeAndAnEpochAreTheSameEveryTime() {
        read(0, "ring.rx=256");
        read(20, 19, "ring.rx=512");
        List<String> first = List.of(
                changes.getFirst().getChangeId(), epoch(30).orElseThrow().getEpochId());
        versions.clear();
        changes.clear();
        latest = null;
        read(0, "ring.rx=256");
        read(20, 19, "ring.rx=512");

        assertThat(List.of(
                        changes.getFirst().getChangeId(),
                        epoch(30).orElseThrow().getEpochId()))
                .isEqualTo(first);
    }

    @Test
    void theRespondersTimesAreMappedByItsShift() {
        EndShifts ahead = new EndShifts(0, 5 * SECOND_NS);
        read(0, "ring.rx=256");
        versions.add(new SettingsVersion(End.RESPONDER, versions.getFirst().part()));
        SettingsPart changed = SettingsHistory.next(latest, snapshot(25, 24.0, "ring.rx=512"), List.of())
                .version();
        versions.add(new SettingsVersion(End.RESPONDER, changed));

        assertThat(timeline().at(20 * SECOND_NS, 21 * SECOND_NS, ahead)).isEmpty();
        assertThat(timeline().at(23 * SECOND_NS, 24 * SECOND_NS, ahead)).isPresent();
        assertThat(timeline().at(23 * SECOND_NS, 24 * SECOND_NS, SAME_CLOCKS)).isPresent();
        assertThat(timeline().at(24 * SECOND_NS, 25 * SECOND_NS, SAME_CLOCKS)).isEmpty();
    }

    private Optional<Epoch> epoch(int second) {
        return timeline().at(second * SECOND_NS, (second + 1) * SECOND_NS, SAME_CLOCKS);
    }

    private EpochTimeline timeline() {
        return new EpochTimeline("path", versions, List.of(End.PROBER), EpochRules.DEFAULT);
    }

    private void read(double second, String... values) {
        take(snapshot(second, null, values));
    }

    private void read(double second, double lastOldRead, String... values) {
        take(snapshot(second, lastOldRead, values));
    }

    private void take(Settings snapshot) {
        SettingsHistory.Step step = SettingsHistory.next(latest, snapshot, List.of());
        latest = step.version();
        step.change().ifPresent(changes::add);
        if (step.isNew()) {
            versions.add(new SettingsVersion(End.PROBER, latest));
        }
    }

    private static Settings snapshot(double second, Double lastOldRead, String... values) {
        return Settings.newBuilder()
                .setOrigin(new Origin("a", "", "boot", (long) (second * SECOND_NS), 0L, 0L, 0L, false))
                .setObject("interface:eth0")
                .setObjectKind(ObjectKind.INTERFACE)
                .setInterface$("eth0")
                .setTrigger(ReadTrigger.REREAD)
                .setPreviousReadEpochNs(lastOldRead == null ? null : (long) (lastOldRead * SECOND_NS))
                .setValues(Arrays.stream(values).map(EpochTimelineTest::setting).toList())
                .build();
    }

    private static Setting setting(String text) {
        int equals = text.indexOf('=');
        String value = text.substring(equals + 1);
        return new Setting(
                text.substring(0, equals), null, value.isEmpty() ? null : value, value.isEmpty() ? "denied" : null);
    }
}
