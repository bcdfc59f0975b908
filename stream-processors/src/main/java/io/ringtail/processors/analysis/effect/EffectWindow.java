package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a comparison needs of one window. A measure that is not known is NaN here, and leaves the window out of that
 * metric alone.
 *
 * @param startEpochNs start of the window. Unit: ns since 1970-01-01 UTC
 * @param seconds its length. Unit: s
 * @param roundTrips its round trips; not to be changed
 * @param lost requests not answered
 * @param proberDemandNs busy CPU time per transaction at the prober. Unit: ns
 * @param responderDemandNs the same at the responder. Unit: ns
 * @param proberPackets packets per second of the prober's interface, both ways. Unit: 1/s
 * @param responderPackets of the responder's. Unit: 1/s
 * @param proberCpu busy share of the prober's CPUs
 * @param responderCpu of the responder's
 * @param flagged whether a stalled collector, a clock step or a counter reset touched it
 */
public record EffectWindow(
        long startEpochNs,
        double seconds,
        SparseHistogram roundTrips,
        long lost,
        double proberDemandNs,
        double responderDemandNs,
        double proberPackets,
        double responderPackets,
        double proberCpu,
        double responderCpu,
        boolean flagged) {
    private static final Set<String> FLAGS = Set.of("collector-stalled", "clock-step", "counter-reset");
    private static final double NS_PER_S = 1e9;

    /** Of a window record. */
    public static EffectWindow of(Window window) {
        EndState prober = window.getProber();
        EndState responder = window.getResponder();
        return new EffectWindow(
                window.getStartEpochNs(),
                window.getDurationNs() / NS_PER_S,
                histogram(window),
                window.getLost(),
                demand(prober),
                demand(responder),
                packets(prober),
                packets(responder),
                gauge(prober, "cpu.busy"),
                gauge(responder, "cpu.busy"),
                window.getRemarks().stream().anyMatch(FLAGS::contains));
    }

    /** Requests that were answered or lost. */
    long sent() {
        return roundTrips.count() + lost;
    }

    private static SparseHistogram histogram(Window window) {
        OptionalLong min = window.getMinNs() == null ? OptionalLong.empty() : OptionalLong.of(window.getMinNs());
        OptionalLong max = window.getMaxNs() == null ? OptionalLong.empty() : OptionalLong.of(window.getMaxNs());
        double mean = window.getMeanNs() == null ? 0 : window.getMeanNs();
        List<Long> counts = new ArrayList<>(window.getBucketCounts());
        return SparseHistogram.of(window.getBucketIndices(), counts, min, max, Math.round(mean * window.getReceived()));
    }

    private static double demand(EndState end) {
        return end == null || end.getBusyNsPerTransaction() == null ? Double.NaN : end.getBusyNsPerTransaction();
    }

    private static double packets(EndState end) {
        return gauge(end, "interface.rx-packets") + gauge(end, "interface.tx-packets");
    }

    /** Of the whole end; where only queues or CPUs have it, their sum over how many. */
    private static double gauge(EndState end, String name) {
        if (end == null) {
            return Double.NaN;
        }
        return end.getGauges().stream()
                .filter(each -> each.getName().equals(name))
                .mapToDouble(Gauge::getValue)
                .average()
                .orElse(Double.NaN);
    }
}
