package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Waiting;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class LoopbackTest {
    private static final int SAMPLES = 300;

    private final ConcurrentLinkedQueue<SpecificRecord> records = new ConcurrentLinkedQueue<>();
    private final Origins origins = Origins.ofThisBoot("here", "", Optional::empty);

    @Test
    void anOpenLoopAccountsForEveryIntendedSendInOrder() {
        List<RoundTrips> batches = measure(ProbeSpec.of("a", "127.0.0.1", 0).at(500));

        checkPath(batches.getFirst(), Schedule.OPEN);
        assertThat(batches).extracting(RoundTrips::getBatch).startsWith(0L).isSorted();
        long periodNs = 1_000_000_000L / 500;
        long expected = (batches.getLast().getToEpochNs() - batches.getFirst().getFromEpochNs()) / periodNs;
        assertThat(Samples.answered(batches) + Samples.lost(batches) + 0L).isBetween(expected - 5, expected + 5);
        checkOrderAndSeconds(batches);
    }

    @Test
    void aClosedLoopHasOneRequestUnderWay() {
        List<RoundTrips> batches = measure(ProbeSpec.of("a", "127.0.0.1", 0).closed());

        checkPath(batches.getFirst(), Schedule.CLOSED);
        checkOrderAndSeconds(batches);
        long endOfLast = 0;
        for (Samples.RoundTrip trip : Samples.of(batches)) {
            assertThat(trip.intendedEpochNs()).isGreaterThanOrEqualTo(endOfLast - 1_000_000);
            endOfLast = trip.intendedEpochNs() + trip.rttNs();
        }
    }

    private List<RoundTrips> measure(ProbeSpec template) {
        ReflectorConfig config = ReflectorConfig.defaults().at("127.0.0.1", 0);
        try (Reflector reflector = new Reflector(config, origins)) {
            reflector.start();
            ProbeSpec spec = Samples.to(template, reflector.address().getPort());
            try (Prober prober = new Prober(spec, origins, records::add)) {
                prober.start();
                Waiting.until(() -> Samples.answered(batches()) >= SAMPLES);
                assertThat(prober.health().state()).isEqualTo(SourceState.OK);
                assertThat(prober.watermarkEpochNs().orElseThrow())
                        .isGreaterThanOrEqualTo(batches().getFirst().getToEpochNs());
            }
            assertThat(reflector.counts().answered()).isGreaterThanOrEqualTo(Samples.answered(batches()));
            assertThat(reflector.counts().identified()).isPositive();
        }
        assertThat(settings()).hasSize(1);
        return batches();
    }

    private void checkPath(RoundTrips batch, Schedule schedule) {
        assertThat(batch.getPath().getResponderHost()).isEqualTo("here");
        assertThat(batch.getPath().getProberInterface()).isEqualTo("lo");
        assertThat(batch.getPath().getResponderInterface()).isEqualTo("lo");
        assertThat(batch.getPath().getSchedule()).isEqualTo(schedule);
        assertThat(batch.getResponderBootId()).isEqualTo(origins.bootId());
        assertThat(batch.getProberThreadNs()).isPositive();
        assertThat(batch.getProberBusyNs()).isPositive();
    }

    private static void checkOrderAndSeconds(List<RoundTrips> batches) {
        long to = 0;
        for (RoundTrips batch : batches) {
            assertThat(batch.getFromEpochNs()).isGreaterThanOrEqualTo(to);
            to = batch.getToEpochNs();
            assertThat((to - 1) / 1_000_000_000L).isEqualTo(batch.getFromEpochNs() / 1_000_000_000L);
            assertThat(batch.getSendOffsetsNs()).allMatch(offset -> offset >= 0);
            assertThat(batch.getRttsNs()).allMatch(rtt -> rtt > 0 && rtt <= batch.getTimeoutNs());
        }
        assertThat(batches.getLast().getResponderThreadNs()).isPositive();
        assertThat(Math.abs(batches.getLast().getResponderClockOffsetNs()))
                .isLessThanOrEqualTo(batches.getLast().getResponderClockErrorNs() + WallLine.STEP_NS);
    }

    private List<RoundTrips> batches() {
        return records.stream()
                .filter(RoundTrips.class::isInstance)
                .map(RoundTrips.class::cast)
                .toList();
    }

    private List<Settings> settings() {
        return records.stream()
                .filter(Settings.class::isInstance)
                .map(Settings.class::cast)
                .toList();
    }
}
