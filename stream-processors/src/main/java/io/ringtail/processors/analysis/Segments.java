package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.StampedTrip;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of round trips goes: a histogram for each segment of stamped ones. Mutable; owned by one thread. Source of
 * the stamps: the kernel's Documentation/networking/timestamping.rst.
 */
public final class Segments {
    private final Map<Segment, SparseHistogram> histograms = new EnumMap<>(Segment.class);

    /** Without any. */
    public Segments() {
        for (Segment segment : Segment.values()) {
            histograms.put(segment, new SparseHistogram());
        }
    }

    /** Counts a stamped round trip. */
    public void add(StampedTrip trip) {
        for (Segment segment : Segment.values()) {
            of(segment).add(ns(segment, trip));
        }
    }

    private static long ns(Segment segment, StampedTrip trip) {
        return switch (segment) {
            case SCHEDULE -> trip.getScheduleNs();
            case SEND -> trip.getSendNs();
            case WIRE -> trip.getWireNs();
            case RESPONDER_WAKE_UP -> trip.getResponderWakeUpNs();
            case RESPONDER_SEND -> trip.getResponderSendNs();
            case PROBER_WAKE_UP -> trip.getProberWakeUpNs();
        };
    }

    /** Number of stamped round trips. */
    public long count() {
        return of(Segment.WIRE).count();
    }

    /** The times of one segment. */
    public SparseHistogram of(Segment segment) {
        return histograms.get(segment);
    }

    /** As it is kept; null without any. */
    public ByteBuffer toBytes() {
        if (count() == 0) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        histograms.values().forEach(each -> each.write(out));
        return ByteBuffer.wrap(out.toByteArray());
    }

    /** From {@link #toBytes}; none from null. */
    public static Segments read(ByteBuffer bytes) {
        Segments segments = new Segments();
        if (bytes != null) {
            ByteBuffer in = bytes.duplicate();
            segments.histograms.values().forEach(each -> each.merge(SparseHistogram.read(in)));
        }
        return segments;
    }

    /** Both together, as they are kept; null without any. */
    public static ByteBuffer merged(ByteBuffer one, ByteBuffer other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        Segments all = read(one);
        Segments more = read(other);
        for (Segment segment : Segment.values()) {
            all.of(segment).merge(more.of(segment));
        }
        return all.toBytes();
    }

    /** As a window tells them; null without any. */
    public List<SegmentTimes> times() {
        if (count() == 0) {
            return null;
        }
        List<SegmentTimes> all = new ArrayList<>();
        for (Segment segment : Segment.values()) {
            SparseHistogram histogram = of(segment);
            all.add(SegmentTimes.newBuilder()
                    .setSegment(segment)
                    .setBucketIndices(histogram.indices())
                    .setBucketCounts(histogram.counts())
                    .setMeanNs(histogram.meanNs().orElseThrow())
                    .build());
        }
        return all;
    }
}
