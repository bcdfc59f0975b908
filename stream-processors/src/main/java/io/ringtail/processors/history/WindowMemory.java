package io.ringtail.processors.history;

import io.ringtail.processors.history.StoredState.StoredWindow;
import io.ringtail.schemas.record.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Windows to rows, such that the highest revision stands and replaces all bucket rows: an earlier revision that comes
 * again (a replay) gives no rows, and buckets that only the earlier revision had are written with 0 samples. Remembers
 * the newest windows; for older ones it asks the store, a minute at a time. Owned by the writer's thread.
 */
final class WindowMemory {
    private static final int REMEMBERED = 20_000;
    private static final long SECOND_MICROS = 1_000_000;
    private static final long CHUNK_MICROS = 60 * SECOND_MICROS;
    private static final int NONE = -1;

    private record Id(String pathId, long startMicros) {}

    private record Known(int revision, List<Integer> buckets) {}

    private final StoredState stored;
    private final Map<Id, Known> known = new LruMap<>(REMEMBERED);
    private final Map<String, Long> newestMicros = new HashMap<>();

    WindowMemory(StoredState stored) {
        this.stored = stored;
    }

    /** The rows that bring the store to this window, none if it has a later revision. */
    List<HistoryRow> rows(Window window) {
        Id id = new Id(window.getPathId(), Micros.of(window.getStartEpochNs()));
        Known before = before(id);
        if (before.revision() > window.getRevision()) {
            return List.of();
        }
        List<HistoryRow> rows = new ArrayList<>(WindowRows.buckets(window, vanished(before, window)));
        rows.addAll(WindowRows.segments(window));
        rows.add(WindowRows.window(window));
        known.put(id, new Known(window.getRevision(), List.copyOf(window.getBucketIndices())));
        newestMicros.merge(id.pathId(), id.startMicros(), Math::max);
        return rows;
    }

    /** Forgets everything: another writer may write from now on. */
    void forget() {
        known.clear();
        newestMicros.clear();
    }

    private static Set<Integer> vanished(Known before, Window window) {
        Set<Integer> vanished = new HashSet<>(before.buckets());
        window.getBucketIndices().forEach(vanished::remove);
        return vanished;
    }

    private Known before(Id id) {
        Known remembered = known.get(id);
        if (remembered != null) {
            return remembered;
        }
        if (id.startMicros() <= newest(id.pathId())) {
            ask(id);
        }
        return known.getOrDefault(id, new Known(NONE, List.of()));
    }

    private long newest(String pathId) {
        return newestMicros.computeIfAbsent(
                pathId, path -> stored.newestWindowMicros(path).orElse(Long.MIN_VALUE));
    }

    private void ask(Id id) {
        long from = Math.floorDiv(id.startMicros(), CHUNK_MICROS) * CHUNK_MICROS;
        List<StoredWindow> windows = stored.windows(id.pathId(), from, from + CHUNK_MICROS);
        for (long start = from; start < from + CHUNK_MICROS; start += SECOND_MICROS) {
            known.putIfAbsent(new Id(id.pathId(), start), new Known(NONE, List.of()));
        }
        for (StoredWindow window : windows) {
            Id other = new Id(id.pathId(), window.startMicros());
            Known mine = known.get(other);
            if (mine == null || mine.revision() < window.revision()) {
                known.put(other, new Known(window.revision(), window.buckets()));
            }
        }
    }
}
