package io.ringtail.processors.analysis.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Figures of a public investigation: one byte each way over 1 Gbit/s, with rx-usecs 18 and rx-frames 6, then 1. */
@Timeout(20)
class AccountsTest {
    private static final double BEFORE_NS = 1e9 / 7550.46;
    private static final double AFTER_NS = 1e9 / 11126.15;
    private static final int FRAME = 43;
    private static final Map<String, String> TIMER =
            Map.of("link.speed", "1000", "coalesce.rx-usecs", "18", "coalesce.rx-frames", "6");
    private static final Map<String, String> NO_TIMER =
            Map.of("link.speed", "1000", "coalesce.rx-usecs", "18", "coalesce.rx-frames", "1");

    @Test
    void roundTripOfTheReportHasEightyMicrosecondsUnaccounted() {
        Accounts accounts = before(TIMER).accounts();
        assertThat(accounts.meanNs()).isCloseTo(132_440, within(10.0));
        assertThat(accounts.proberCpuNs() + accounts.responderCpuNs()).isCloseTo(50_272, within(1.0));
        assertThat(accounts.wireNs()).isCloseTo(690, within(5.0));
        assertThat(accounts.restNs()).isCloseTo(81_480, within(50.0));
        assertThat(accounts.timer())
                .isEqualTo("looks like an interrupt timer: prober rx-usecs 18, rx-frames 6;"
                        + " responder rx-usecs 18, rx-frames 6");
    }

    @Test
    void theRestFollowsTheTimer() {
        Accounts after = after(NO_TIMER).accounts();
        assertThat(after.restNs()).isCloseTo(45_850, within(100.0));
        assertThat(after.timer()).isNull();
        assertThat(AccountsOrReason.follows(before(TIMER).accounts(), after, false))
                .isTrue();
        assertThat(AccountsOrReason.follows(before(TIMER).accounts(), after, true))
                .isFalse();
        assertThat(AccountsOrReason.follows(after, after, false)).isFalse();
    }

    @Test
    void aWideHistogramIsNoTimer() {
        SparseHistogram wide = SparseHistogram.of(60_000, 80_000, 132_000, 400_000, 2_000_000);
        assertThat(of(Schedule.CLOSED, 1, BEFORE_NS, wide, 24_721.0, TIMER)
                        .accounts()
                        .timer())
                .isNull();
    }

    @Test
    void aSmallRestIsNoTimer() {
        SparseHistogram narrow = SparseHistogram.of(55_000, 56_000, 57_000);
        assertThat(of(Schedule.CLOSED, 1, 56_000.0, narrow, 24_721.0, TIMER)
                        .accounts()
                        .timer())
                .isNull();
    }

    @Test
    void busyPollingSeveralSessionsAndOpenLoopsHaveNoAccounts() {
        Map<String, String> polling = Map.of("busy-poll.read", "50");
        assertThat(of(Schedule.CLOSED, 1, BEFORE_NS, narrow(), 24_721.0, polling)
                        .absence())
                .startsWith("busy polling");
        assertThat(of(Schedule.CLOSED, 1, BEFORE_NS, narrow(), 24_721.0, Map.of("probe.busy-poll", "20"))
                        .absence())
                .startsWith("busy polling");
        assertThat(of(Schedule.CLOSED, 8, BEFORE_NS, narrow(), 24_721.0, TIMER).absence())
                .startsWith("8 sessions");
        assertThat(of(Schedule.OPEN, 1, BEFORE_NS, narrow(), 24_721.0, TIMER).absence())
                .startsWith("open loop");
    }

    @Test
    void whatIsNotKnownIsAbsentWithAReasonNeverZero() {
        assertThat(of(Schedule.CLOSED, 1, BEFORE_NS, narrow(), null, TIMER).absence())
                .isEqualTo("CPU time of the prober is not known");
        assertThat(of(Schedule.CLOSED, 1, null, new SparseHistogram(), 1.0, TIMER)
                        .absence())
                .isEqualTo("no round trips");
        Accounts noSpeed = of(Schedule.CLOSED, 1, BEFORE_NS, narrow(), 24_721.0, Map.of("busy-poll.read", "0"))
                .accounts();
        assertThat(noSpeed.wireNs()).isNull();
        assertThat(noSpeed.remarks()).containsExactly("the link's speed is not known: wire time is in the rest");
    }

    @Test
    void shortFramesArePaddedOnTheWire() {
        assertThat(Frames.wireBytes(ProbeKind.UDP_RR, 1)).isEqualTo(72);
        assertThat(Frames.wireBytes(ProbeKind.UDP_RR, 1400)).isEqualTo(14 + 20 + 8 + 1400 + 12);
        assertThat(Frames.wireBytes(ProbeKind.TCP_RR, 1400)).isEqualTo(14 + 20 + 32 + 1400 + 12);
    }

    private static AccountsOrReason before(Map<String, String> settings) {
        return of(Schedule.CLOSED, 1, BEFORE_NS, narrow(), 24_721.0, settings);
    }

    private static AccountsOrReason after(Map<String, String> settings) {
        SparseHistogram histogram = SparseHistogram.of(80_000, 85_000, 89_000, 90_000, 95_000);
        return AccountsOrReason.of(new RoundTripFacts(
                Schedule.CLOSED,
                1,
                AFTER_NS,
                histogram,
                FRAME,
                FRAME,
                new EndFacts(18_711.0, settings),
                new EndFacts(24_633.0, settings)));
    }

    /** All but three of 75,511 lay between 100 and 200 us. */
    private static SparseHistogram narrow() {
        SparseHistogram histogram = new SparseHistogram();
        for (int us = 101; us < 200; us++) {
            histogram.add(us * 1_000L, 762);
        }
        histogram.add(1_500_000, 3);
        return histogram;
    }

    private static AccountsOrReason of(
            Schedule schedule,
            int sessions,
            Double meanNs,
            SparseHistogram histogram,
            Double proberNs,
            Map<String, String> settings) {
        return AccountsOrReason.of(new RoundTripFacts(
                schedule,
                sessions,
                meanNs,
                histogram,
                FRAME,
                FRAME,
                new EndFacts(proberNs, settings),
                new EndFacts(25_551.0, settings)));
    }
}
