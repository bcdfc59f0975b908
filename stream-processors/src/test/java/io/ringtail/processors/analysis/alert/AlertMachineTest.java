package io.ringtail.processors.analysis.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.alert.AlertMachine.Subject;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertStanding;
import io.ringtail.schemas.record.AlertState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of levels that ships: silent, firing, frozen, clearing. */
@Timeout(60)
class AlertMachineTest {
    private static final Subject SUBJECT = new Subject(Map.of("host", "a"), false);
    private static final long T0 = 1_800_000_000L;

    private final AlertStanding standing = AlertMachine.blank();
    private final List<Alert> told = new ArrayList<>();
    private long second = T0;
    private double counter;

    static Stream<AlertRule.Level> levels() {
        return AlertCatalogue.shipped().of(AlertRule.Level.class).stream();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aRuleFiresOnceAfterEnoughBadSecondsAndClearsOnceAfterEnoughGoodOnes(AlertRule.Level rule) {
        see(rule, false, 100);
        see(rule, true, rule.seconds() - 1);
        assertThat(told).isEmpty();
        see(rule, true, 1);
        assertThat(told).singleElement().satisfies(alert -> {
            assertThat(alert.getState()).isEqualTo(AlertState.FIRING);
            assertThat(alert.getSinceEpochNs()).isEqualTo((second - 1) * 1_000_000_000L);
            assertThat(alert.getSummary()).startsWith(rule.says() + ": ");
        });
        see(rule, true, 200);
        int good = Math.max(rule.of() - rule.of() / 10, rule.of() - rule.seconds() + 1);
        see(rule, false, good - 1);
        assertThat(told).hasSize(1);
        see(rule, false, 1);
        assertThat(told).hasSize(2);
        assertThat(told.getLast().getState()).isEqualTo(AlertState.RESOLVED);
        assertThat(told.getLast().getAlertId()).isEqualTo(told.getFirst().getAlertId());
        assertThat(told.getLast().getTransitionId())
                .isNotEqualTo(told.getFirst().getTransitionId());
        see(rule, false, 100);
        assertThat(told).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void secondsWithoutDataFreezeIt(AlertRule.Level rule) {
        see(rule, true, rule.seconds() + 1);
        assertThat(told).hasSize(1);
        second += 500;
        AlertMachine.level(standing, rule, SUBJECT, List.of(), second, second).ifPresent(told::add);
        assertThat(told).hasSize(1);
        see(rule, false, 1);
        assertThat(told).hasSize(1);
    }

    @Test
    void betweenTheLevelsItNeitherFiresNorClears() {
        AlertRule.Level rule = rule("RingtailTailOverObjective");
        see(rule, 9_000, 100);
        assertThat(told).isEmpty();
        see(rule, 11_000, 20);
        assertThat(told).hasSize(1);
        see(rule, 9_000, 100);
        assertThat(told).hasSize(1);
        see(rule, 8_000, 27);
        assertThat(told).hasSize(2);
    }

    @Test
    void theOrderInWhichSecondsComeDoesNotMatter() {
        AlertRule.Level rule = rule("RingtailLoss");
        Random random = new Random(7);
        List<Integer> seconds = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            seconds.add(i);
        }
        Collections.shuffle(seconds, random);
        for (int each : seconds) {
            double loss = each % 10 == 0 ? 0.5 : 0;
            level(rule, List.of(new Figure("loss", "", loss)), T0 + each);
        }
        assertThat(standing.getBad()).isEqualTo(bits(49, 39, 29, 19, 9));
        assertThat(standing.getNewestSecond()).isEqualTo(T0 + 49);
        assertThat(told).hasSize(1);
    }

    private static long bits(int... bits) {
        long all = 0;
        for (int bit : bits) {
            all |= 1L << bit;
        }
        return all;
    }

    @Test
    void aSecondOfSeveralReadingsIsGoodOnlyIfAllAre() {
        AlertRule.Level rule = rule("RingtailTailOverObjective");
        for (double us : new double[] {1, 9_000, 1, 11_000, 1}) {
            level(rule, List.of(new Figure("p99-us", "", us)), T0);
        }
        assertThat(standing.getBad()).isOne();
        assertThat(standing.getGood()).isZero();
    }

    @Test
    void theWorstQueueIsNamedAndConditionsHoldForTheSameQueueOnly() {
        AlertRule.Level rule = rule("RingtailNeedWakeupOff");
        for (int i = 0; i < 40; i++) {
            level(
                    rule,
                    List.of(
                            new Figure("xsk.shares-irq-cpu", "xsk-0", 1),
                            new Figure(Figures.WITHOUT_NEED_WAKEUP, "xsk-0", 0),
                            new Figure("xsk.shares-irq-cpu", "xsk-1", 0),
                            new Figure(Figures.WITHOUT_NEED_WAKEUP, "xsk-1", 1)),
                    T0 + i);
        }
        assertThat(told).isEmpty();
        for (int i = 40; i < 80; i++) {
            level(
                    rule,
                    List.of(
                            new Figure("xsk.shares-irq-cpu", "xsk-3", 0.9),
                            new Figure(Figures.WITHOUT_NEED_WAKEUP, "xsk-3", 1)),
                    T0 + i);
        }
        assertThat(told)
                .singleElement()
                .satisfies(alert -> assertThat(alert.getSummary()).endsWith("90 % on xsk-3, over 50 % in 20 of 30 s"));
    }

    @Test
    void aCounterThatWasSetBackSaysNothing() {
        AlertRule.Level rule = rule("RingtailBqlStalls");
        for (double stalls : new double[] {7, 7, 3, 3}) {
            level(rule, List.of(new Figure("bql.stalls", "tx-0", stalls)), second++);
        }
        assertThat(told).isEmpty();
        level(rule, List.of(new Figure("bql.stalls", "tx-0", 4)), second++);
        assertThat(told)
                .singleElement()
                .satisfies(alert -> assertThat(alert.getSummary()).endsWith(": +1 on tx-0"));
    }

    @Test
    void simulatedAlertsAreOthersThanThoseOfHosts() {
        Subject simulated = new Subject(Map.of("host", "a"), true);
        AlertRule.Silence rule =
                AlertCatalogue.shipped().of(AlertRule.Silence.class).getFirst();
        Alert one = AlertMachine.condition(AlertMachine.blank(), rule, SUBJECT, true, 1, "x")
                .orElseThrow();
        Alert other = AlertMachine.condition(AlertMachine.blank(), rule, simulated, true, 1, "x")
                .orElseThrow();
        assertThat(one.getAlertId()).isNotEqualTo(other.getAlertId());
        assertThat(other.getLabels()).containsEntry("simulated", "true");
    }

    private static AlertRule.Level rule(String name) {
        return levels().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /** Seconds of figures that are bad, or good, for all thresholds of a rule. */
    private void see(AlertRule.Level rule, boolean bad, int seconds) {
        for (int i = 0; i < seconds; i++) {
            counter += bad ? 1 : 0;
            List<Figure> figures = rule.when().stream()
                    .map(each -> new Figure(each.figures().getFirst(), "q", value(each, bad)))
                    .toList();
            level(rule, figures, second++);
        }
    }

    private double value(Threshold threshold, boolean bad) {
        return switch (threshold.mode()) {
            case VALUE -> bad ? threshold.above() * 2 + 1 : threshold.clear();
            case INCREASE, CHANGE -> counter;
        };
    }

    private void see(AlertRule.Level rule, double value, int seconds) {
        for (int i = 0; i < seconds; i++) {
            level(rule, List.of(new Figure("p99-us", "", value)), second++);
        }
    }

    private void level(AlertRule.Level rule, List<Figure> figures, long at) {
        Optional<Alert> transition = AlertMachine.level(standing, rule, SUBJECT, figures, at, at);
        transition.ifPresent(told::add);
    }
}
