package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.RoundTrips;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.PrimitivesArrays;

/** The open batch of a prober. Owned by the batch thread. */
final class Batch {
    private static final int ROOM = 512;

    private final PrimitivesArrays.LongArray offsets = longs("sendOffsetsNs");
    private final PrimitivesArrays.LongArray rtts = longs("rttsNs");
    private final PrimitivesArrays.LongArray lost = longs("lostOffsetsNs");
    private final List<Integer> flagged = new ArrayList<>();
    private final long fromEpochNs;
    private long lastEpochNs;
    private Long responderOffsetNs;
    private long responderErrorNs = Long.MAX_VALUE;

    Batch(long fromEpochNs) {
        this.fromEpochNs = fromEpochNs;
        this.lastEpochNs = fromEpochNs;
    }

    long fromEpochNs() {
        return fromEpochNs;
    }

    boolean isEmpty() {
        return rtts.isEmpty() && lost.isEmpty();
    }

    int size() {
        return rtts.size() + lost.size();
    }

    void answered(long intendedEpochNs, long rttNs, boolean touched) {
        if (touched) {
            flagged.add(rtts.size());
        }
        append(offsets, intendedEpochNs - lastEpochNs);
        append(rtts, rttNs);
        lastEpochNs = intendedEpochNs;
    }

    void lost(long intendedEpochNs) {
        append(lost, intendedEpochNs - fromEpochNs);
    }

    /**
     * The responder's clock by one reply: right in the middle of the round trip, wrong by at most half of it; negative
     * where the reply does not tell it.
     */
    void responderClock(long sentEpochNs, long roundTripNs, long responderEpochNs) {
        if (responderEpochNs >= 0 && roundTripNs / 2 < responderErrorNs) {
            responderErrorNs = roundTripNs / 2;
            responderOffsetNs = responderEpochNs - (sentEpochNs + roundTripNs / 2);
        }
    }

    void write(RoundTrips.Builder to, long toEpochNs) {
        to.setFromEpochNs(fromEpochNs)
                .setToEpochNs(toEpochNs)
                .setSendOffsetsNs(offsets)
                .setRttsNs(rtts)
                .setLostOffsetsNs(lost)
                .setFlagged(flagged)
                .setResponderClockOffsetNs(responderOffsetNs)
                .setResponderClockErrorNs(responderOffsetNs == null ? null : responderErrorNs);
    }

    /** Without boxing, which add(Object) would do. */
    private static void append(PrimitivesArrays.LongArray to, long value) {
        to.add(to.size(), value);
    }

    private static PrimitivesArrays.LongArray longs(String field) {
        return new PrimitivesArrays.LongArray(
                ROOM, RoundTrips.getClassSchema().getField(field).schema());
    }
}
