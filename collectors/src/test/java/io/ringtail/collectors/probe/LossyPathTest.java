package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Waiting;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.SourceState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class LossyPathTest {
    private static final int REQUESTS = 400;
    private static final long MS = 1_000_000;
    private static final Relay.Fate TOO_LATE = Relay.Fate.delayed(4000);

    private final List<SpecificRecord> records = new CopyOnWriteArrayList<>();
    private final Origins origins = Origins.ofThisBoot("here", "", Optional::empty);
    private final ProbeSpec probe = ProbeSpec.of("p", "127.0.0.1", 1).at(200).within(Duration.ofSeconds(3));

    @Test
    void droppedDoubledAndDelayedRepliesAreCountedExactly() throws IOException {
        Random random = new Random(20);
        Relay.Fate[] fates =
                random.ints(REQUESTS, 0, 20).mapToObj(LossyPathTest::fate).toArray(Relay.Fate[]::new);
        int late = count(fates, TOO_LATE);
        int lost = count(fates, Relay.Fate.DROPPED) + late;
        run(
                probe,
                number -> number < REQUESTS ? fates[(int) number] : Relay.Fate.PASSED,
                () -> total() >= REQUESTS && Samples.lost(batches()) >= lost && Samples.late(batches()) >= late);

        assertThat(Samples.lost(batches())).isEqualTo(lost);
        assertThat(Samples.late(batches())).isEqualTo(late);
        assertThat(Samples.duplicated(batches())).isEqualTo(count(fates, Relay.Fate.DOUBLED));
    }

    @Test
    void aReplyThatOvertookAnotherIsReordered() throws IOException {
        run(probe, number -> number == 50 ? Relay.Fate.delayed(1000) : Relay.Fate.PASSED, () -> total() >= 150);
        assertThat(batches().stream().mapToInt(RoundTrips::getReordered).sum()).isEqualTo(1);
        assertThat(Samples.lost(batches())).isZero();
    }

    @Test
    void aStallShowsInEverySendThatWasDueDuringIt() throws IOException {
        // Replies 100 to 119 are held until 120 ms after the first of them came: 200 requests a second, one each 5 ms.
        LongFunction<Relay.Fate> stall = number ->
                number >= 100 && number < 120 ? Relay.Fate.delayed(120 - 5 * (number - 100)) : Relay.Fate.PASSED;
        run(probe, stall, () -> total() >= 150);

        List<Samples.RoundTrip> all = Samples.of(batches());
        for (int i = 0; i < 20; i++) {
            assertThat(all.get(100 + i).rttNs()).isGreaterThanOrEqualTo((120 - 5 * i) * MS);
        }
    }

    @Test
    void aPacedLoopOmitsWhatWasDueDuringAStallAndCountsIt() throws IOException {
        LongFunction<Relay.Fate> stall = number -> number == 20 ? Relay.Fate.delayed(500) : Relay.Fate.PASSED;
        run(probe.paced(), stall, () -> total() >= 60);

        List<Samples.RoundTrip> all = Samples.of(batches());
        assertThat(all.get(20).rttNs()).isGreaterThanOrEqualTo(500 * MS);
        assertThat(all.get(21).intendedEpochNs() - all.get(20).intendedEpochNs())
                .as("no send before the reply")
                .isGreaterThanOrEqualTo(500 * MS);
        assertThat(Samples.lost(batches())).isZero();
        assertThat(batches().getFirst().getPath().getSchedule()).isEqualTo(Schedule.PACED);
        assertThat(batches().getFirst().getPath().getRatePerSecond()).isEqualTo(200);
    }

    @Test
    void aClosedLoopGivesUpAfterTheTimeoutAndGoesOn() throws IOException {
        ProbeSpec closed = probe.within(Duration.ofSeconds(2)).closed();
        run(closed, number -> number == 10 ? Relay.Fate.DROPPED : Relay.Fate.PASSED, () -> total() >= 40);
        assertThat(Samples.lost(batches())).isEqualTo(1);
        assertThat(batches().getFirst().getPath().getSchedule()).isEqualTo(Schedule.CLOSED);
    }

    @Test
    void withoutAResponderNothingIsMeasuredAndTheReasonIsTold() {
        try (Prober prober = new Prober(Samples.to(probe, 9), origins, records::add)) {
            prober.start();
            Waiting.until(() -> prober.health().reason().orElse("").contains("no reflector listens there"));
            assertThat(prober.health().state()).isEqualTo(SourceState.UNAVAILABLE);
            assertThat(prober.health().reason().orElseThrow()).contains("no reply from 127.0.0.1:9");
            assertThat(prober.watermarkEpochNs()).isEmpty();
        }
        assertThat(batches()).isEmpty();
    }

    private void run(ProbeSpec spec, LongFunction<Relay.Fate> fates, BooleanSupplier enough) throws IOException {
        try (Reflector reflector = new Reflector(ReflectorConfig.defaults().at("127.0.0.1", 0), origins)) {
            reflector.start();
            try (Relay relay = new Relay(reflector.address(), fates);
                    Prober prober = new Prober(Samples.to(spec, relay.port()), origins, records::add)) {
                prober.start();
                Waiting.until(enough);
            }
        }
    }

    private int total() {
        return Samples.answered(batches()) + Samples.lost(batches());
    }

    private static Relay.Fate fate(int dice) {
        return switch (dice) {
            case 0 -> Relay.Fate.DROPPED;
            case 1 -> Relay.Fate.DOUBLED;
            case 2 -> TOO_LATE;
            default -> Relay.Fate.PASSED;
        };
    }

    private static int count(Relay.Fate[] fates, Relay.Fate fate) {
        return (int) List.of(fates).stream().filter(fate::equals).count();
    }

    private List<RoundTrips> batches() {
        return records.stream()
                .filter(RoundTrips.class::isInstance)
                .map(RoundTrips.class::cast)
                .toList();
    }
}
