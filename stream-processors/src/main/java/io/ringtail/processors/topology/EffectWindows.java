package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.effect.EffectWindow;
import io.ringtail.processors.analysis.effect.Side;
import io.ringtail.schemas.record.EffectPathState;
import io.ringtail.schemas.record.EffectWindowState;
import io.ringtail.schemas.record.EpochProgress;
import io.ringtail.schemas.record.ShortId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The last usable windows of each path, as small as a comparison needs them. A histogram of so many buckets that a window
 * would not fit into its 512 bytes is kept in coarser ones. Owned by the stream's thread.
 */
final class EffectWindows {
    /** Windows kept of a path. */
    static final int MOST = 1_200;

    /** Of a window's histogram, so that the window with all else stays within 512 bytes. */
    static final int HISTOGRAM_BYTES = 440;

    private final KeyValueStore<String, EffectWindowState> store;

    EffectWindows(KeyValueStore<String, EffectWindowState> store) {
        this.store = store;
    }

    /** The epoch of a window that is kept; null where it is not. */
    String epochOf(String pathId, long startNs) {
        EffectWindowState kept = store.get(key(pathId, startNs));
        return kept == null ? null : id(kept.getEpochId());
    }

    void put(String pathId, String epochId, EffectWindow window) {
        store.put(
                key(pathId, window.startEpochNs()),
                EffectWindowState.newBuilder()
                        .setEpochId(shortId(epochId))
                        .setHistogram(ByteBuffer.wrap(compact(window.roundTrips())))
                        .setLost(window.lost())
                        .setProberDemandNs((float) window.proberDemandNs())
                        .setResponderDemandNs((float) window.responderDemandNs())
                        .setProberPackets((float) window.proberPackets())
                        .setResponderPackets((float) window.responderPackets())
                        .setProberCpu((float) window.proberCpu())
                        .setResponderCpu((float) window.responderCpu())
                        .build());
    }

    void delete(String pathId, long startNs) {
        store.delete(key(pathId, startNs));
    }

    /** The windows kept of an epoch. */
    Side side(String pathId, EffectPathState state, EpochProgress epoch) {
        return side(pathId, state, epoch, epoch.getFirstNs(), Integer.MAX_VALUE);
    }

    /** The first windows kept of an epoch from a moment on. */
    Side side(String pathId, EffectPathState state, EpochProgress epoch, long fromNs, int most) {
        List<EffectWindow> windows = new ArrayList<>();
        String prefix = Keys.prefix(pathId);
        try (KeyValueIterator<String, EffectWindowState> found =
                store.range(key(pathId, fromNs), key(pathId, epoch.getLastNs()))) {
            while (found.hasNext() && windows.size() < most) {
                KeyValue<String, EffectWindowState> each = found.next();
                if (id(each.value.getEpochId()).equals(epoch.getEpochId())) {
                    windows.add(window(Keys.momentOf(each.key, prefix), each.value));
                }
            }
        }
        return new Side(state.getPath().getSchedule(), state.getSimulated(), windows);
    }

    /** Deletes the oldest of a path; tells where the next one may be. */
    long deleteOldest(String pathId, long fromNs) {
        String oldest = null;
        try (KeyValueIterator<String, EffectWindowState> found =
                store.range(key(pathId, fromNs), key(pathId, Long.MAX_VALUE))) {
            if (found.hasNext()) {
                oldest = found.next().key;
            }
        }
        if (oldest == null) {
            return fromNs;
        }
        store.delete(oldest);
        return Keys.momentOf(oldest, Keys.prefix(pathId)) + 1;
    }

    private static EffectWindow window(long startNs, EffectWindowState kept) {
        return new EffectWindow(
                startNs,
                1,
                SparseHistogram.read(kept.getHistogram().duplicate()),
                kept.getLost(),
                kept.getProberDemandNs(),
                kept.getResponderDemandNs(),
                kept.getProberPackets(),
                kept.getResponderPackets(),
                kept.getProberCpu(),
                kept.getResponderCpu(),
                false);
    }

    private static byte[] compact(SparseHistogram histogram) {
        byte[] bytes = histogram.toBytes();
        for (int bits = 1; bytes.length > HISTOGRAM_BYTES; bits++) {
            bytes = coarser(histogram, bits).toBytes();
        }
        return bytes;
    }

    /** Each run of buckets in its highest one; minimum, maximum and sum stay exact. */
    private static SparseHistogram coarser(SparseHistogram histogram, int bits) {
        int mask = (1 << bits) - 1;
        List<Integer> indices =
                histogram.indices().stream().map(each -> each | mask).toList();
        return SparseHistogram.of(indices, histogram.counts(), histogram.minNs(), histogram.maxNs(), histogram.sumNs());
    }

    private static ShortId shortId(String id) {
        UUID uuid = UUID.fromString(id);
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        return new ShortId(bytes.array());
    }

    private static String id(ShortId id) {
        ByteBuffer bytes = ByteBuffer.wrap(id.bytes());
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    private static String key(String pathId, long startNs) {
        return Keys.prefix(pathId) + Keys.moment(startNs);
    }
}
