package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OpenScheduleTest {
    private static final long MS = 1_000_000;

    @Test
    void aRateThatDoesNotDivideASecondDoesNotDrift() {
        OpenSchedule schedule = new OpenSchedule(5, 3);
        assertThat(schedule.dueMonoNs(1)).isEqualTo(5 + 333_333_333);
        assertThat(schedule.dueMonoNs(3_000_000)).isEqualTo(5 + 1_000_000L * 1_000_000_000);
    }

    @Test
    void whatIsOverdueWithinTheTimeoutIsStillSent() {
        OpenSchedule schedule = new OpenSchedule(0, 1000);
        assertThat(schedule.firstWorthSending(10, 500 * MS, 500 * MS)).isEqualTo(10);
    }

    @Test
    void whatIsOverdueByMoreIsNot() {
        OpenSchedule schedule = new OpenSchedule(0, 1000);
        assertThat(schedule.firstWorthSending(10, 2000 * MS + 1, 500 * MS)).isEqualTo(2001);
    }
}
