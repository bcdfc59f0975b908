package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Waiting;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.StampedTrip;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's stamps on the way of round trips, over loopback. */
@Timeout(120)
class StampedTripsTest {
    private static final int TRIPS = 100;
    private static final long HOLD_US = 300;

    private final List<SpecificRecord> records = new CopyOnWriteArrayList<>();
    private final Origins origins = Origins.ofThisBoot("here", "", Optional::empty);

    /** A sample with its intended send. */
    private record Sample(long intendedEpochNs, long rttNs) {}

    @ParameterizedTest
    @ValueSource(strings = {"loop=open", "loop=closed", "loop=paced", "flows=3"})
    void segmentsAddUpToTheRoundTripAsItWasMeasured(String how) {
        measure(how + "&stamps=5" + (how.contains("closed") ? "" : "&rate=500"), TRIPS);
        List<Sample> samples = samples();
        List<Long> off = trips().stream()
                .map(trip -> {
                    long intended = trip.getSentEpochNs() - trip.getScheduleNs();
                    Sample nearest = samples.stream()
                            .min((a, b) -> Long.compare(
                                    Math.abs(a.intendedEpochNs - intended), Math.abs(b.intendedEpochNs - intended)))
                            .orElseThrow();
                    return Math.abs(nearest.rttNs - sum(trip));
                })
                .sorted()
                .toList();
        assertThat(off.get(off.size() / 2))
                .as("a few clock readings lie between both, in half of the cases not even a stall: %s", off)
                .isLessThan(20_000);
    }

    @Test
    void whatTheReflectorHoldsIsInItsOwnSegment() {
        measure("stamps=5&rate=500", TRIPS);
        assertThat(trips())
                .allMatch(trip -> trip.getResponderSendNs() >= HOLD_US * 1000)
                .allMatch(trip -> trip.getScheduleNs() >= 0 && trip.getSendNs() >= 0)
                .allMatch(trip -> trip.getWireNs() >= 0)
                .allMatch(trip -> trip.getResponderWakeUpNs() >= 0 && trip.getProberWakeUpNs() >= 0);
    }

    @Test
    void eachStampedTripIsToldOnceAndThereAreNoMoreThanAskedFor() {
        measure("stamps=10&rate=1000", TRIPS);
        List<Long> sent = trips().stream().map(StampedTrip::getSentEpochNs).toList();
        assertThat(sent).doesNotHaveDuplicates();
        int answered = samples().size();
        assertThat(sent.size()).isBetween(answered / 20, answered / 10 + 1);
    }

    @Test
    void withoutStampsThereAreNone() {
        try (Reflector reflector = reflector()) {
            ProbeSpec spec =
                    ProbeSpec.parse("udp://127.0.0.1:" + reflector.address().getPort() + "?stamps=0");
            try (Prober prober = new Prober(spec, origins, records::add)) {
                prober.start();
                Waiting.until(() -> samples().size() > TRIPS);
            }
        }
        assertThat(batches()).allMatch(batch -> batch.getStampedTrips() == null);
    }

    private void measure(String options, int trips) {
        try (Reflector reflector = reflector()) {
            ProbeSpec spec =
                    ProbeSpec.parse("udp://127.0.0.1:" + reflector.address().getPort() + "?" + options);
            try (Prober prober = new Prober(spec, origins, records::add)) {
                prober.start();
                Waiting.until(() -> trips().size() >= trips);
            }
        }
    }

    private Reflector reflector() {
        ReflectorConfig defaults = ReflectorConfig.defaults().at("127.0.0.1", 0);
        Reflector reflector = new Reflector(
                new ReflectorConfig(
                        defaults.name(),
                        defaults.host(),
                        defaults.port(),
                        defaults.networks(),
                        Duration.ofNanos(HOLD_US * 1000),
                        defaults.polling(),
                        defaults.dscp(),
                        defaults.placement()),
                origins);
        reflector.start();
        return reflector;
    }

    private List<RoundTrips> batches() {
        return records.stream()
                .filter(RoundTrips.class::isInstance)
                .map(RoundTrips.class::cast)
                .toList();
    }

    private List<StampedTrip> trips() {
        return batches().stream()
                .flatMap(batch -> Optional.ofNullable(batch.getStampedTrips()).stream())
                .flatMap(List::stream)
                .toList();
    }

    private List<Sample> samples() {
        List<Sample> all = new ArrayList<>();
        for (RoundTrips batch : batches()) {
            long intended = batch.getFromEpochNs();
            for (int i = 0; i < batch.getRttsNs().size(); i++) {
                intended += batch.getSendOffsetsNs().get(i);
                all.add(new Sample(intended, batch.getRttsNs().get(i)));
            }
        }
        return all;
    }

    private static long sum(StampedTrip trip) {
        return trip.getScheduleNs()
                + trip.getSendNs()
                + trip.getWireNs()
                + trip.getResponderWakeUpNs()
                + trip.getResponderSendNs()
                + trip.getProberWakeUpNs();
    }
}
