package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.association.AssociationWindow;
import io.ringtail.processors.analysis.shift.ShiftWindow;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.TailWindowState;
import io.ringtail.schemas.record.Window;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Completed windows of each path with their gauges, 1,200 s behind the newest, each in at most 512 bytes. Owned by the
 * stream's thread.
 */
final class TailWindows {
    private static final int HISTOGRAM_BYTES = 200;
    private static final int P50 = 5_000;
    private static final int P99 = 9_900;

    private final KeyValueStore<String, TailWindowState> store;

    TailWindows(KeyValueStore<String, TailWindowState> store) {
        this.store = store;
    }

    /** A window as it is kept. */
    record Kept(long startNs, TailWindowState state) {
        /** Whether it belongs to an epoch and can be used. */
        boolean usable() {
            return state.getEpochId().hasRemaining();
        }

        String epochId() {
            ByteBuffer bytes = state.getEpochId().duplicate();
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
        }

        SparseHistogram histogram() {
            return SparseHistogram.read(state.getHistogram().duplicate());
        }

        AssociationWindow forAssociations(TailPathState path) {
            return new AssociationWindow(
                    startNs, epochId(), histogram(), state.getLost(), TailGauges.read(path, state.getGauges()));
        }

        ShiftWindow forShifts() {
            SparseHistogram histogram = histogram();
            return new ShiftWindow(
                    startNs, percentile(histogram, P99), percentile(histogram, P50), state.getSent(), state.getLost());
        }

        private double percentile(SparseHistogram histogram, int hundredths) {
            boolean given = Percentiles.absence(histogram.count(), state.getLost(), hundredths) == null;
            OptionalLong value = Percentiles.valueNs(histogram, hundredths);
            return given ? value.getAsLong() : Double.NaN;
        }
    }

    /** Keeps a completed window; a later revision replaces it. */
    void put(String pathId, TailPathState path, Window window) {
        boolean usable = window.getEpochId() != null
                && window.getRemarks().stream().noneMatch(TailWindows::spoils)
                && window.getSent() > 0;
        SparseHistogram histogram = SparseHistogram.of(
                window.getBucketIndices(),
                window.getBucketCounts(),
                optional(window.getMinNs()),
                optional(window.getMaxNs()),
                0);
        store.put(
                key(pathId, window.getStartEpochNs()),
                TailWindowState.newBuilder()
                        .setEpochId(usable ? shortId(window.getEpochId()) : ByteBuffer.allocate(0))
                        .setHistogram(ByteBuffer.wrap(compact(histogram)))
                        .setSent(window.getSent())
                        .setLost(window.getLost())
                        .setGauges(TailGauges.write(path, TailGauges.of(window)))
                        .setProberSilent(window.getCompleteness() == Completeness.PROBER_SILENT)
                        .setResponderMissing(window.getCompleteness() == Completeness.RESPONDER_MISSING)
                        .build());
    }

    /** A clock that agrees with nobody's is corrected and does no harm; the rest does. */
    private static boolean spoils(String remark) {
        return !remark.equals("clock-corrected");
    }

    /** All of a path from a moment on, in order. */
    List<Kept> from(String pathId, long fromNs) {
        List<Kept> all = new ArrayList<>();
        String prefix = Keys.prefix(pathId);
        try (KeyValueIterator<String, TailWindowState> found =
                store.range(key(pathId, fromNs), key(pathId, Long.MAX_VALUE))) {
            while (found.hasNext()) {
                KeyValue<String, TailWindowState> each = found.next();
                all.add(new Kept(Keys.momentOf(each.key, prefix), each.value));
            }
        }
        return all;
    }

    /** Forgets those of a path in a time, the end left out. */
    void forget(String pathId, long fromNs, long toNs) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, TailWindowState> found =
                store.range(key(pathId, fromNs), key(pathId, toNs - 1))) {
            found.forEachRemaining(each -> keys.add(each.key));
        }
        keys.forEach(store::delete);
    }

    /** What lies below the median in the median's bucket; then runs of buckets in their highest one, until it is small. */
    private static byte[] compact(SparseHistogram histogram) {
        if (histogram.count() == 0) {
            return histogram.toBytes();
        }
        SparseHistogram upper = upperHalf(histogram);
        byte[] bytes = upper.toBytes();
        for (int bits = 1; bytes.length > HISTOGRAM_BYTES; bits++) {
            int mask = (1 << bits) - 1;
            List<Integer> coarse =
                    upper.indices().stream().map(each -> each | mask).toList();
            bytes = SparseHistogram.of(coarse, upper.counts(), upper.minNs(), upper.maxNs(), 0)
                    .toBytes();
        }
        return bytes;
    }

    private static SparseHistogram upperHalf(SparseHistogram histogram) {
        long below = Percentiles.rank(P50, histogram.count());
        List<Integer> indices = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        long seen = 0;
        List<Integer> allIndices = histogram.indices();
        List<Long> allCounts = histogram.counts();
        for (int i = 0; i < allIndices.size(); i++) {
            seen += allCounts.get(i);
            if (seen >= below) {
                indices.add(allIndices.get(i));
                counts.add(counts.isEmpty() ? seen : allCounts.get(i));
            }
        }
        return SparseHistogram.of(indices, counts, histogram.minNs(), histogram.maxNs(), 0);
    }

    private static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static ByteBuffer shortId(String id) {
        UUID uuid = UUID.fromString(id);
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .flip();
    }

    private static String key(String pathId, long startNs) {
        return Keys.prefix(pathId) + Keys.moment(startNs);
    }
}
