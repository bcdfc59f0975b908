package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.EndShifts;
import io.ringtail.processors.analysis.Segments;
import io.ringtail.processors.analysis.ServiceDemand;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.PathState;
import io.ringtail.schemas.record.RoundTripsPart;
import io.ringtail.schemas.record.WindowState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** What is kept of each path and second. Owned by the stream's thread. */
final class PathWindows {
    private final KeyValueStore<String, WindowState> store;

    PathWindows(KeyValueStore<String, WindowState> store) {
        this.store = store;
    }

    /** A window's start with what is kept of it. */
    record Kept(long startNs, WindowState window) {}

    WindowState get(String pathId, long startNs) {
        return store.get(key(pathId, startNs));
    }

    void put(String pathId, long startNs, WindowState window) {
        store.put(key(pathId, startNs), window);
    }

    void delete(String pathId, long startNs) {
        store.delete(key(pathId, startNs));
    }

    /** Windows that start in a stretch, both ends included, in the order of time. */
    List<Kept> between(String pathId, long fromNs, long toNs) {
        List<Kept> all = new ArrayList<>();
        if (fromNs > toNs) {
            return all;
        }
        String prefix = Keys.prefix(pathId);
        try (KeyValueIterator<String, WindowState> found = store.range(key(pathId, fromNs), key(pathId, toNs))) {
            while (found.hasNext()) {
                KeyValue<String, WindowState> each = found.next();
                all.add(new Kept(Keys.momentOf(each.key, prefix), each.value));
            }
        }
        return all;
    }

    /** Adds a slice of a batch to its window. */
    void add(String pathId, PathState state, RoundTripsPart part) {
        WindowState window = get(pathId, part.getStartEpochNs());
        if (window == null) {
            window = empty(state);
        }
        SparseHistogram histogram = SparseHistogram.read(window.getHistogram().duplicate());
        histogram.merge(SparseHistogram.read(part.getHistogram().duplicate()));
        window.setHistogram(ByteBuffer.wrap(histogram.toBytes()));
        window.setSegments(Segments.merged(window.getSegments(), part.getSegments()));
        window.setLost(window.getLost() + part.getLost());
        window.setDuplicated(window.getDuplicated() + part.getDuplicated());
        window.setLate(window.getLate() + part.getLate());
        window.setReordered(window.getReordered() + part.getReordered());
        window.setFlagged(window.getFlagged() + part.getFlagged());
        window.setClockStep(window.getClockStep() || part.getClockStep());
        window.setShiftNs(part.getShiftNs());
        takeOffset(window, part);
        if (part.getMark() != null) {
            window.setCpu(ServiceDemand.with(window.getCpu(), part.getMark()));
        }
        window.setDirty(true);
        put(pathId, part.getStartEpochNs(), window);
    }

    /** Whether a slice says anything that makes a window. */
    static boolean counts(RoundTripsPart part) {
        return part.getLost() > 0
                || part.getDuplicated() > 0
                || part.getLate() > 0
                || SparseHistogram.read(part.getHistogram().duplicate()).count() > 0;
    }

    /** How far the ends' clocks are ahead of a window's time line. */
    static EndShifts shifts(WindowState window) {
        long offset = window.getResponderOffsetNs() == null ? 0 : window.getResponderOffsetNs();
        return new EndShifts(window.getShiftNs(), window.getShiftNs() + offset);
    }

    /** The offset measured by the shortest round trip is the best one. */
    private static void takeOffset(WindowState window, RoundTripsPart part) {
        boolean better = part.getResponderOffsetNs() != null
                && (window.getResponderErrorNs() == null
                        || (part.getResponderErrorNs() != null
                                && part.getResponderErrorNs() < window.getResponderErrorNs()));
        if (better) {
            window.setResponderOffsetNs(part.getResponderOffsetNs());
            window.setResponderErrorNs(part.getResponderErrorNs());
        }
    }

    private static WindowState empty(PathState state) {
        return WindowState.newBuilder()
                .setShiftNs(0)
                .setResponderOffsetNs(state.getResponderOffsetNs())
                .setResponderErrorNs(null)
                .setHistogram(ByteBuffer.wrap(new SparseHistogram().toBytes()))
                .setLost(0)
                .setDuplicated(0)
                .setLate(0)
                .setReordered(0)
                .setFlagged(0)
                .setClockStep(false)
                .setCpu(null)
                .setRevisions(0)
                .setCompleteness(Completeness.PROBER_ONLY)
                .setPublished(0)
                .setDirty(true)
                .build();
    }

    private static String key(String pathId, long startNs) {
        return Keys.prefix(pathId) + Keys.moment(startNs);
    }
}
