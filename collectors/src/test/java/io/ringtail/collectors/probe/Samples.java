package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.RoundTrips;
import java.util.ArrayList;
import java.util.List;

/** Reads batches as their consumers do. */
final class Samples {
    private Samples() {}

    record RoundTrip(long intendedEpochNs, long rttNs, boolean flagged) {}

    static List<RoundTrip> of(List<RoundTrips> batches) {
        List<RoundTrip> all = new ArrayList<>();
        for (RoundTrips batch : batches) {
            long at = batch.getFromEpochNs();
            for (int i = 0; i < batch.getRttsNs().size(); i++) {
                at += batch.getSendOffsetsNs().get(i);
                all.add(new RoundTrip(
                        at, batch.getRttsNs().get(i), batch.getFlagged().contains(i)));
            }
        }
        return all;
    }

    static int answered(List<RoundTrips> batches) {
        return batches.stream().mapToInt(b -> b.getRttsNs().size()).sum();
    }

    static int lost(List<RoundTrips> batches) {
        return batches.stream().mapToInt(b -> b.getLostOffsetsNs().size()).sum();
    }

    static int duplicated(List<RoundTrips> batches) {
        return batches.stream().mapToInt(RoundTrips::getDuplicated).sum();
    }

    static int late(List<RoundTrips> batches) {
        return batches.stream().mapToInt(RoundTrips::getLate).sum();
    }

    /** The same probe to another port. */
    static ProbeSpec to(ProbeSpec spec, int port) {
        return spec.to(port);
    }
}
