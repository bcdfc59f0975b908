package io.ringtail.collectors.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CounterTrackerTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void aFirstValueHasNoDelta() {
        assertMove(new Series(Width.U32), 7, Verdict.FIRST, null);
    }

    @Test
    void a12InterruptCountWrapsWithinABoot() {
        Series series = new Series(Width.U32).read(4_294_967_290L);
        assertMove(series, 5, Verdict.WRAP, 11L);
    }

    @Test
    void a12SoftnetCountWrapsWithinABoot() {
        Series series = new Series(Width.U32).read(0xffffffffL);
        assertMove(series, 4, Verdict.WRAP, 5L);
    }

    @Test
    void a12AnotherBootIsAReset() {
        Series series = new Series(Width.U32).read(4_294_967_290L);
        series.tracker.boot("second");
        assertMove(series, 5, Verdict.RESET, null);
        assertMove(series, 9, Verdict.OK, 4L);
    }

    @Test
    void a12AnImplausibleWrapIsAReset() {
        Series series = new Series(Width.U32).read(3_000_000_000L);
        assertMove(series, 12, Verdict.RESET, null);
        assertMove(series, 15, Verdict.OK, 3L);
    }

    @Test
    void a14AZeroBetweenTwoLargeValuesIsSuspectedAndBridged() {
        Series series = new Series(Width.U64).read(5_000_000_000L);
        assertMove(series, 0, Verdict.SUSPECT, null);
        CounterDelta bridged = series.observe(5_000_000_100L);
        assertThat(bridged.getVerdict()).isEqualTo(Verdict.GAP);
        assertThat(bridged.getDelta()).isEqualTo(100);
        assertThat(bridged.getIntervalNs()).isEqualTo(2 * SECOND_NS);
    }

    @Test
    void aSecondZeroIsAReset() {
        Series series = new Series(Width.U64).read(5_000_000_000L);
        assertMove(series, 0, Verdict.SUSPECT, null);
        assertMove(series, 0, Verdict.RESET, null);
        assertMove(series, 40, Verdict.OK, 40L);
    }

    @Test
    void aRestartThatHasOvertakenTheOldValueIsNoDelta() {
        Series series = new Series(Width.U64).read(100_000);
        assertMove(series, 0, Verdict.SUSPECT, null);
        assertMove(series, 9_000_000, Verdict.RESET, null);
    }

    @Test
    void aSmallCounterThatIsZeroHasRestarted() {
        assertMove(new Series(Width.U64).read(5), 0, Verdict.RESET, null);
        assertMove(new Series(Width.U32).read(5), 0, Verdict.RESET, null);
    }

    @Test
    void aSuspectedZeroOf32BitsIsBridgedToo() {
        Series series = new Series(Width.U32).read(3_000_000_000L);
        assertMove(series, 0, Verdict.SUSPECT, null);
        assertMove(series, 3_000_000_007L, Verdict.GAP, 7L);
    }

    @Test
    void anIncreaseOf32BitsBeyondThePlausibleIsNoDelta() {
        assertMove(new Series(Width.U32).read(10), 4_000_000_000L, Verdict.RESET, null);
    }

    @Test
    void b13UnsignedValuesThatFallAreAResetNotAWrap() {
        Series series = new Series(Width.U64).read(-1L);
        CounterDelta fallen = series.observe(3);
        assertThat(fallen.getVerdict()).isEqualTo(Verdict.RESET);
        assertThat(fallen.getDelta()).isNull();
    }

    @Test
    void b13ValuesBeyondALongAreKeptAndCompared() {
        long large = Long.MIN_VALUE;
        Series series = new Series(Width.U64).read(Long.MAX_VALUE);
        CounterDelta delta = series.observe(large);
        assertThat(delta.getVerdict()).isEqualTo(Verdict.OK);
        assertThat(delta.getDelta()).isEqualTo(1);
        assertThat(Long.toUnsignedString(Counters.bits(delta.getRaw()))).isEqualTo("9223372036854775808");
    }

    @Test
    void aMissedReadMakesAGap() {
        Series series = new Series(Width.U64).read(10);
        series.tracker.missedAll();
        series.monoNs += SECOND_NS;
        CounterDelta delta = series.observe(14);
        assertThat(delta.getVerdict()).isEqualTo(Verdict.GAP);
        assertThat(delta.getDelta()).isEqualTo(4);
        assertThat(delta.getIntervalNs()).isEqualTo(2 * SECOND_NS);
    }

    @Test
    void anEndedSeriesStartsAnew() {
        Series series = new Series(Width.U64).read(10);
        series.tracker.end(0);
        assertMove(series, 12, Verdict.FIRST, null);
    }

    @Test
    void a15CountersOfAQueueRestartAndOfADeviceDoNot() {
        Series device = new Series(Width.U64).read(3_000);
        Series queue = new Series(Width.U64).read(1_000);
        assertMove(device, 3_050, Verdict.OK, 50L);
        assertMove(queue, 40, Verdict.RESET, null);
        assertMove(device, 3_075, Verdict.OK, 25L);
        assertMove(queue, 60, Verdict.OK, 20L);
    }

    private static void assertMove(Series series, long value, Verdict verdict, Long delta) {
        CounterDelta observed = series.observe(value);
        assertThat(observed.getVerdict()).isEqualTo(verdict);
        assertThat(observed.getDelta()).isEqualTo(delta);
    }

    /** One counter, read once a second. */
    private static final class Series {
        private final CounterTracker tracker;
        private long monoNs;

        Series(Width width) {
            tracker = new CounterTracker(width, 1);
            tracker.boot("first");
        }

        Series read(long value) {
            observe(value);
            return this;
        }

        CounterDelta observe(long value) {
            monoNs += SECOND_NS;
            return Counters.observe(tracker, 0, "events", value, monoNs);
        }
    }
}
