package io.ringtail.standalone.simulate;

import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.standalone.simulate.Scenario.PathOf;
import io.ringtail.standalone.simulate.model.PathModel;
import io.ringtail.standalone.simulate.model.PathModel.RoundTrip;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The prober of a path: its round trips in batches of a quarter of a second. Owned by the simulation's thread. */
final class SimulatedProbe {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int BATCHES = 4;

    private final PathOf spec;
    private final Path path;
    private final SimulatedHost prober;
    private final SimulatedHost responder;
    private long batch;

    SimulatedProbe(PathOf spec, SimulatedHost prober, SimulatedHost responder) {
        this.spec = spec;
        this.prober = prober;
        this.responder = responder;
        boolean open = spec.ratePerSecond() > 0;
        this.path = Path.newBuilder()
                .setProberHost(prober.name())
                .setProberNetns("")
                .setProberInterface(prober.iface())
                .setResponderHost(responder.name())
                .setResponderNetns("")
                .setResponderInterface(responder.iface())
                .setProbe(spec.kind())
                .setRequestBytes(spec.requestBytes())
                .setResponseBytes(spec.responseBytes())
                .setSessions(spec.sessions())
                .setSchedule(open ? Schedule.OPEN : Schedule.CLOSED)
                .setRatePerSecond(open ? spec.ratePerSecond() : null)
                .build();
    }

    Path path() {
        return path;
    }

    /** CPU time at the end of the second before, and in this one. */
    record Cpu(long busyBeforeNs, long busyAfterNs, long threadBeforeNs, long threadAfterNs) {
        private long busyNs(int quarter) {
            return busyBeforeNs + (busyAfterNs - busyBeforeNs) * (quarter + 1) / BATCHES;
        }

        private long threadNs(int quarter) {
            return threadBeforeNs + (threadAfterNs - threadBeforeNs) * (quarter + 1) / BATCHES;
        }
    }

    /** The round trips of one second. */
    void tell(
            long startEpochNs,
            long secondNs,
            List<RoundTrip> all,
            Cpu proberCpu,
            Cpu responderCpu,
            Consumer<RoundTrips> out) {
        for (int quarter = 0; quarter < BATCHES; quarter++) {
            long fromNs = secondNs + quarter * SECOND_NS / BATCHES;
            long toNs = fromNs + SECOND_NS / BATCHES;
            List<RoundTrip> part = all.stream()
                    .filter(each -> each.intendedNs() >= fromNs && each.intendedNs() < toNs)
                    .toList();
            out.accept(batch(startEpochNs + fromNs, fromNs, part)
                    .setProberBusyNs(proberCpu.busyNs(quarter))
                    .setProberThreadNs(proberCpu.threadNs(quarter))
                    .setResponderBusyNs(responderCpu.busyNs(quarter))
                    .setResponderThreadNs(responderCpu.threadNs(quarter))
                    .build());
        }
    }

    private RoundTrips.Builder batch(long fromEpochNs, long fromNs, List<RoundTrip> part) {
        List<Long> offsets = new ArrayList<>();
        List<Long> rtts = new ArrayList<>();
        List<Long> lost = new ArrayList<>();
        long lastNs = fromNs;
        long shortest = PathModel.TIMEOUT_NS;
        for (RoundTrip each : part) {
            if (each.isLost()) {
                lost.add(each.intendedNs() - fromNs);
                continue;
            }
            offsets.add(each.intendedNs() - lastNs);
            rtts.add(each.rttNs());
            lastNs = each.intendedNs();
            shortest = Math.min(shortest, each.rttNs());
        }
        long toEpochNs = fromEpochNs + SECOND_NS / BATCHES;
        return RoundTrips.newBuilder()
                .setOrigin(prober.origin(toEpochNs))
                .setPath(path)
                .setProbeName(spec.probeName())
                .setBatch(batch++)
                .setFromEpochNs(fromEpochNs)
                .setToEpochNs(toEpochNs)
                .setSendOffsetsNs(offsets)
                .setRttsNs(rtts)
                .setLostOffsetsNs(lost)
                .setFlagged(List.of())
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setTimeoutNs(PathModel.TIMEOUT_NS)
                .setResponderBootId(responder.bootId())
                .setResponderClockOffsetNs(rtts.isEmpty() ? null : 0L)
                .setResponderClockErrorNs(rtts.isEmpty() ? null : shortest / 2);
    }
}
