package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.CpuMark;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.RoundTripsPart;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Cuts a batch of round trips at the windows' borders, after its clock was placed on the cluster's line. What the batch
 * says as a whole (duplicates, CPU times) goes to the slice that holds its end. Used once; owned by one thread.
 */
public final class RoundTripSlices {
    private final TreeMap<Long, Slice> slices = new TreeMap<>();
    private final RoundTrips batch;
    private final long shiftNs;

    private RoundTripSlices(RoundTrips batch) {
        this.batch = batch;
        this.shiftNs = ClusterTime.shiftNs(batch.getOrigin().getClockOffsetNs());
    }

    /** Counts of one window. */
    private static final class Slice {
        private final SparseHistogram histogram = new SparseHistogram();
        private final Segments segments = new Segments();
        private long lost;
        private long flagged;
    }

    /** The batch's slices, in the order of their windows; the last holds its end and may have no round trips. */
    public static List<RoundTripsPart> of(RoundTrips batch) {
        return new RoundTripSlices(batch).cut();
    }

    private List<RoundTripsPart> cut() {
        addAnswered();
        batch.getLostOffsetsNs().forEach(offset -> slice(batch.getFromEpochNs() + offset).lost++);
        // After a step of the clock nobody knows which second an earlier trip belongs to.
        if (batch.getStampedTrips() != null && batch.getClockStepNs() == null) {
            batch.getStampedTrips()
                    .forEach(trip -> slice(trip.getSentEpochNs()).segments.add(trip));
        }
        long last = Math.max(batch.getFromEpochNs(), batch.getToEpochNs() - 1);
        slice(last);
        long end = window(last);
        return slices.entrySet().stream()
                .map(each -> part(each.getKey(), each.getValue(), each.getKey() == end))
                .toList();
    }

    private void addAnswered() {
        Set<Integer> flagged = new HashSet<>(batch.getFlagged());
        long sentEpochNs = batch.getFromEpochNs();
        for (int i = 0; i < batch.getRttsNs().size(); i++) {
            sentEpochNs += batch.getSendOffsetsNs().get(i);
            Slice slice = slice(sentEpochNs);
            slice.histogram.add(batch.getRttsNs().get(i));
            slice.flagged += flagged.contains(i) ? 1 : 0;
        }
    }

    private Slice slice(long epochNs) {
        return slices.computeIfAbsent(window(epochNs), start -> new Slice());
    }

    private long window(long epochNs) {
        return ClusterTime.windowStartNs(epochNs - shiftNs);
    }

    private RoundTripsPart part(long startEpochNs, Slice slice, boolean end) {
        return RoundTripsPart.newBuilder()
                .setStartEpochNs(startEpochNs)
                .setShiftNs(shiftNs)
                .setHistogram(ByteBuffer.wrap(slice.histogram.toBytes()))
                .setSegments(slice.segments.toBytes())
                .setLost(slice.lost)
                .setFlagged(slice.flagged)
                .setDuplicated(end ? batch.getDuplicated() : 0L)
                .setLate(end ? batch.getLate() : 0L)
                .setReordered(end ? batch.getReordered() : 0L)
                .setClockStep(batch.getClockStepNs() != null)
                .setResponderOffsetNs(batch.getResponderClockOffsetNs())
                .setResponderErrorNs(batch.getResponderClockErrorNs())
                .setWatermarkEpochNs(end ? batch.getToEpochNs() : startEpochNs + ClusterTime.SECOND_NS + shiftNs)
                .setMark(end ? mark() : null)
                .build();
    }

    private CpuMark mark() {
        return CpuMark.newBuilder()
                .setBatch(batch.getBatch())
                .setTransactions((long) batch.getRttsNs().size())
                .setProberBusyNs(batch.getProberBusyNs())
                .setProberThreadNs(batch.getProberThreadNs())
                .setProberContextSwitches(batch.getProberContextSwitches())
                .setResponderBusyNs(batch.getResponderBusyNs())
                .setResponderThreadNs(batch.getResponderThreadNs())
                .setResponderContextSwitches(batch.getResponderContextSwitches())
                .setProberBoot(batch.getOrigin().getBootId().hashCode())
                .setResponderBoot(
                        batch.getResponderBootId() == null
                                ? null
                                : batch.getResponderBootId().hashCode())
                .build();
    }
}
