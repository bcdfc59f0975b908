package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BatchesTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long S = 1000 * MS;
    private static final long TIMEOUT = 500 * MS;
    private static final long MONO = 1000 * S;
    private static final long EPOCH = 1_700_000_000L * S;

    private final Flights flights = new Flights(4096, TIMEOUT);
    private final Pauses pauses = new Pauses();
    private final Batches batches = new Batches(flights, pauses, EPOCH, MONO, BatchesTest::frame);
    private final List<RoundTrips> released = new ArrayList<>();

    @Test
    void onlyThePrefixOfResolvedRequestsIsReleased() {
        answered(0, 50 * US);
        sent(1 * MS);
        answered(2 * MS, 60 * US);

        release(300 * MS);
        assertThat(released).hasSize(1);
        assertThat(released.getFirst().getRttsNs()).containsExactly(50 * US);
        assertThat(released.getFirst().getToEpochNs()).isEqualTo(EPOCH + 1 * MS);
        assertThat(batches.watermarkEpochNs()).isEqualTo(EPOCH + 1 * MS);

        release(600 * MS);
        assertThat(released).hasSize(2);
        assertThat(released.getLast().getLostOffsetsNs()).containsExactly(0L);
        assertThat(released.getLast().getRttsNs()).containsExactly(60 * US);
        assertThat(released.getLast().getFromEpochNs()).isEqualTo(EPOCH + 1 * MS);
    }

    @Test
    void aBatchNeverSpansTwoSecondsAndAGapIsNoLoss() {
        answered(998 * MS, 10 * US);
        answered(999 * MS, 10 * US);
        answered(1001 * MS, 10 * US);
        answered(3500 * MS, 10 * US);
        release(3600 * MS);

        assertThat(released).extracting(RoundTrips::getToEpochNs).startsWith(EPOCH + S, EPOCH + 2 * S);
        assertThat(released).extracting(batch -> batch.getRttsNs().size()).containsExactly(2, 1, 1);
        assertThat(released).extracting(RoundTrips::getBatch).containsExactly(0L, 1L, 2L);
        assertThat(released).allMatch(batch -> batch.getLostOffsetsNs().isEmpty());
        assertThat(Samples.of(released))
                .extracting(trip -> trip.intendedEpochNs() - EPOCH)
                .containsExactly(998 * MS, 999 * MS, 1001 * MS, 3500 * MS);
    }

    @Test
    void aReplyAfterTheTimeoutIsLostAndLate() {
        long index = sent(0);
        assertThat(flights.received(index, MONO + TIMEOUT + 1, 1)).isEqualTo(Flights.Receipt.LATE);
        assertThat(flights.received(index, MONO + TIMEOUT + 2, 1)).isEqualTo(Flights.Receipt.DUPLICATE);
        long other = sent(1 * MS);
        release(600 * MS);
        assertThat(flights.received(other, MONO + 601 * MS, 1)).isEqualTo(Flights.Receipt.LATE);
        assertThat(flights.received(99, MONO, 1)).isEqualTo(Flights.Receipt.UNKNOWN);
        assertThat(Samples.lost(released)).isEqualTo(2);
        assertThat(Samples.answered(released)).isZero();
    }

    @Test
    void aRequestThatHasNotLeftYetIsNotLost() {
        flights.schedule(MONO);
        release(5 * S);
        assertThat(released).isEmpty();
        flights.withdraw(0);
        answered(5 * S, 10 * US);
        release(5 * S + 300 * MS);
        assertThat(Samples.lost(released)).isZero();
        assertThat(Samples.answered(released)).isEqualTo(1);
    }

    // The wall clock goes back by 100 ms while a round trip of 50 us is under way.
    @Test
    void aStepOfTheWallClockLeavesRoundTripsAloneAndIsTold() {
        long index = sent(100 * MS);
        flights.received(index, MONO + 100 * MS + 50 * US, 0);
        released.addAll(batches.release(EPOCH + 101 * MS - 100 * MS, MONO + 101 * MS, false));

        RoundTrips batch = released.getFirst();
        assertThat(batch.getRttsNs()).containsExactly(50 * US);
        assertThat(batch.getClockStepNs()).isEqualTo(-100 * MS);
        assertThat(batch.getFlagged()).containsExactly(0);

        answered(300 * MS, 40 * US);
        released.addAll(batches.release(EPOCH + 400 * MS - 100 * MS, MONO + 400 * MS, true));
        RoundTrips after = released.getLast();
        assertThat(after.getClockStepNs()).isNull();
        assertThat(after.getFlagged()).isEmpty();
        assertThat(Samples.of(List.of(after)).getFirst().intendedEpochNs()).isEqualTo(EPOCH + 200 * MS);
    }

    @Test
    void slewingIsFollowedWithoutAStep() {
        for (int i = 1; i <= 40; i++) {
            answered(i * 250L * MS - MS, 10 * US);
            released.addAll(batches.release(EPOCH + i * 250L * MS + i * 100L * US, MONO + i * 250L * MS, true));
        }
        assertThat(released).allMatch(batch -> batch.getClockStepNs() == null);
        assertThat(batches.watermarkEpochNs()).isBetween(EPOCH + 10 * S - 2 * MS, EPOCH + 10 * S + 4 * MS);
        assertThat(released).allMatch(batch -> batch.getSendOffsetsNs().stream().allMatch(offset -> offset >= 0));
    }

    @Test
    void aRoundTripCountsFromTheIntendedSendAndNotFromTheLateOne() {
        long index = flights.schedule(MONO);
        flights.sent(index, MONO + 3 * MS);
        flights.received(index, MONO + 3 * MS + 50 * US, 0);
        release(300 * MS);
        assertThat(released.getFirst().getRttsNs()).containsExactly(3 * MS + 50 * US);
        assertThat(released.getFirst().getSendOffsetsNs()).containsExactly(0L);
    }

    @Test
    void samplesThatAnOwnPauseTouchedAreFlagged() {
        answered(0, 50 * US);
        answered(10 * MS, 8 * MS);
        answered(30 * MS, 50 * US);
        pauses.add(MONO + 12 * MS, MONO + 17 * MS);
        release(300 * MS);
        assertThat(released.getFirst().getFlagged()).containsExactly(1);
    }

    @Test
    void theRespondersClockComesFromTheShortestRoundTrip() {
        long slow = sent(0);
        flights.received(slow, MONO + 900 * US, EPOCH + 7 * MS + 800 * US);
        long fast = sent(MS);
        flights.received(fast, MONO + MS + 40 * US, EPOCH + 8 * MS + 30 * US);
        release(300 * MS);
        assertThat(released.getFirst().getResponderClockOffsetNs()).isEqualTo(7 * MS + 10 * US);
        assertThat(released.getFirst().getResponderClockErrorNs()).isEqualTo(20 * US);
    }

    private long sent(long atNs) {
        long index = flights.schedule(MONO + atNs);
        flights.sent(index, MONO + atNs);
        return index;
    }

    private void answered(long atNs, long rttNs) {
        flights.received(sent(atNs), MONO + atNs + rttNs, EPOCH + atNs + rttNs / 2);
    }

    private void release(long atNs) {
        released.addAll(batches.release(EPOCH + atNs, MONO + atNs, false));
    }

    private static RoundTrips.Builder frame() {
        return RoundTrips.newBuilder()
                .setOrigin(new Origin("a", "", "boot", 0L, 0L, null, null, false))
                .setPath(new Path("a", "", "lo", "b", "", "lo", ProbeKind.UDP_RR, 40, 40, 1, Schedule.OPEN, 1000))
                .setProbeName("p")
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setTimeoutNs(TIMEOUT);
    }
}
