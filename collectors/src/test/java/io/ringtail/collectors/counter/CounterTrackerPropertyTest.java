package io.ringtail.collectors.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Verdict;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CounterTrackerPropertyTest {
    private static final String SEED = "20260101";
    private static final long SECOND_NS = 1_000_000_000;

    @Property(tries = 300, seed = SEED)
    void deltasOfAWrappingCounterAddUpToWhatHappened(
            @ForAll @LongRange(min = 0, max = 0xffffffffL) long start,
            @ForAll @Size(min = 1, max = 50) List<@IntRange(max = 50_000_000) Integer> events) {
        CounterTracker tracker = new CounterTracker(Width.U32, 1);
        tracker.observe(0, start, 0);
        long counted = start;
        long summed = 0;
        for (int second = 0; second < events.size(); second++) {
            counted += events.get(second);
            Verdict verdict = tracker.observe(0, counted & 0xffffffffL, (second + 1) * SECOND_NS);
            assertThat(verdict).isIn(Verdict.OK, Verdict.WRAP);
            summed += tracker.delta();
        }
        assertThat(summed).isEqualTo(counted - start);
    }

    @Property(tries = 500, seed = SEED)
    void whateverIsReadNoDeltaIsNegativeAndNoneComesWithoutAVerdictForIt(
            @ForAll boolean wide, @ForAll @Size(max = 40) List<Long> values) {
        CounterTracker tracker = new CounterTracker(wide ? Width.U64 : Width.U32, 0);
        long previous = 0;
        for (int i = 0; i < values.size(); i++) {
            long value = wide ? values.get(i) : values.get(i) & 0xffffffffL;
            Verdict verdict = tracker.observe(i % 3 == 0 ? 3 : 0, value, previous += SECOND_NS);
            if (!Verdicts.hasDelta(verdict)) {
                assertThat(tracker.delta()).isZero();
            } else if (!wide) {
                assertThat(tracker.delta()).isBetween(0L, CounterTracker.MAX_EVENTS_PER_SECOND * 40);
            }
        }
    }

    @Property(tries = 200, seed = SEED)
    void everyUnsignedValueRoundTripsInARecord(@ForAll long bits) {
        assertThat(Counters.bits(Counters.u64(bits))).isEqualTo(bits);
    }
}
