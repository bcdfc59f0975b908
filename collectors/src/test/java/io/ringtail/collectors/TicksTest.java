package io.ringtail.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TicksTest {
    private static final long MS = 1_000_000;
    private static final long S = 1000 * MS;

    private final ManualTime time = new ManualTime(100 * S + 300 * MS);

    @Test
    void ticksLieOnWholeMultiplesOfTheInterval() {
        Ticks ticks = new Ticks(time, 100 * MS, 0);
        assertThat(ticks.leftNs()).isEqualTo(100 * MS);
        time.advance(100 * MS);
        assertThat(ticks.leftNs()).isZero();
        assertThat(ticks.taken()).isFalse();
        assertThat(ticks.leftNs()).isEqualTo(100 * MS);
    }

    @Test
    void aWakeUpALittleLateDoesNotMoveTheNextTick() {
        Ticks ticks = new Ticks(time, S, 0);
        time.advance(703 * MS);
        assertThat(ticks.leftNs()).isEqualTo(-3 * MS);
        assertThat(ticks.taken()).isFalse();
        assertThat(ticks.leftNs()).isEqualTo(997 * MS);
    }

    @Test
    void missedTicksAreSkippedAndCountAsAStall() {
        Ticks ticks = new Ticks(time, 100 * MS, 0);
        time.advance(350 * MS);
        assertThat(ticks.taken()).isTrue();
        assertThat(ticks.leftNs()).isEqualTo(50 * MS);
    }

    @Test
    void aClockSteppedBackDoesNotSilenceTheSchedule() {
        Ticks ticks = new Ticks(time, S, 0);
        time.stepWall(-3600 * S);
        assertThat(ticks.leftNs()).isBetween(0L, S);
    }

    @Test
    void anOffsetMovesEveryTick() {
        Ticks ticks = new Ticks(time, S, 100 * MS);
        assertThat(ticks.leftNs()).isEqualTo(800 * MS);
    }
}
