package io.ringtail.standalone.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * What the page shows, as JSON fragments that are made once and shared by all clients: windows per path (the last 15
 * minutes, the highest revision of each), and documents by kind and key (paths, changes, agents, settings, rings,
 * interrupts, CPUs). Every difference gets the next version; a client that knows a version is told what is newer. So
 * nothing is buffered per client, however slow it is.
 *
 * <p>Bounded by {@link #WINDOWS_PER_PATH}, {@link #PATHS}, {@link #DOCUMENTS_PER_KIND} and {@link #FORGET_AFTER}.
 * Thread safe: one writer (the feed), any number of readers.
 */
public final class LiveModel {
    /** Windows kept of a path: 15 minutes of one-second windows. */
    public static final int WINDOWS_PER_PATH = 900;

    /** Paths with windows that are kept; those of further ones are dropped and counted. */
    public static final int PATHS = 256;

    /** Documents kept of a kind; the one that was seen longest ago goes first. */
    public static final int DOCUMENTS_PER_KIND = 1024;

    /** A path or document that was not seen for this long is forgotten; changes too, they are in the history. */
    public static final Duration FORGET_AFTER = Duration.ofMinutes(15);

    /** Effects and shifts are kept for longer: they are few, and each took minutes to find. */
    public static final int FOUND_HOURS = 24;

    /** How long an alert is kept after its last transition: it may fire for days. */
    public static final int ALERT_DAYS = 30;

    private static final Map<String, Duration> KEPT_LONGER = Map.of(
            "effect", Duration.ofHours(FOUND_HOURS),
            "shift", Duration.ofHours(FOUND_HOURS),
            "alert", Duration.ofDays(ALERT_DAYS));

    private static final int ENTRIES_PER_MESSAGE = 256;

    private final InstantSource clock;
    private final String instance = UUID.randomUUID().toString().substring(0, 8);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private final Map<String, Map<String, Document>> documents = new TreeMap<>();
    private final Map<String, TreeMap<Long, Entry>> windows = new HashMap<>();
    private long version = 1;
    private long newestWindowMs;
    private long droppedPaths;

    private record Document(long version, long seenMs, String json) {}

    private record Entry(long version, int revision, long seenMs, String json) {}

    /**
     * What is newer than a version.
     *
     * @param version version after it
     * @param messages JSON objects to send in order; empty if there is nothing
     */
    public record Delta(long version, List<String> messages) {}

    /** An empty model. */
    public LiveModel(InstantSource clock) {
        this.clock = clock;
    }

    /** Names this run of the model: versions of another run mean nothing here. */
    public String instance() {
        return instance;
    }

    /** Sets a document; the same JSON again only keeps it from being forgotten. */
    public void put(String kind, String key, String json) {
        locked(() -> {
            Map<String, Document> ofKind = documents.computeIfAbsent(kind, k -> new HashMap<>());
            Document old = ofKind.get(key);
            boolean same = old != null && old.json.equals(json);
            ofKind.put(key, new Document(same ? old.version : next(), clock.millis(), json));
            if (ofKind.size() > DOCUMENTS_PER_KIND) {
                dropOldest(ofKind);
            }
        });
    }

    /** Removes a document; clients are told. */
    public void remove(String kind, String key) {
        locked(() -> {
            Map<String, Document> ofKind = documents.getOrDefault(kind, Map.of());
            if (ofKind.containsKey(key)) {
                ofKind.put(key, new Document(next(), clock.millis(), "null"));
            }
        });
    }

    /** Sets a window unless a higher revision of it is known. */
    public void putWindow(String pathId, long startMs, int revision, String json) {
        locked(() -> {
            if (!windows.containsKey(pathId) && windows.size() >= PATHS) {
                droppedPaths++;
                return;
            }
            TreeMap<Long, Entry> ofPath = windows.computeIfAbsent(pathId, id -> new TreeMap<>());
            Entry old = ofPath.get(startMs);
            if (old == null || revision >= old.revision) {
                ofPath.put(startMs, new Entry(next(), revision, clock.millis(), json));
                newestWindowMs = Math.max(newestWindowMs, startMs);
            }
            while (ofPath.size() > WINDOWS_PER_PATH) {
                ofPath.pollFirstEntry();
            }
        });
    }

    /** Drops what was not seen for long. */
    public void forget() {
        long now = clock.millis();
        long before = now - FORGET_AFTER.toMillis();
        locked(() -> {
            windows.values().forEach(ofPath -> ofPath.values().removeIf(entry -> entry.seenMs < before));
            windows.values().removeIf(Map::isEmpty);
            documents.forEach((kind, ofKind) -> {
                long kept = KEPT_LONGER.getOrDefault(kind, FORGET_AFTER).toMillis();
                ofKind.values().removeIf(document -> document.seenMs < now - kept);
            });
        });
    }

    /** Waits until there is something newer than a version, at most so long; true if there is. */
    public boolean awaitNewer(long known, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (version <= known && left > 0) {
                left = grown.awaitNanos(left);
            }
            return version > known;
        } finally {
            lock.unlock();
        }
    }

    /** What is newer than a version of this instance; with 0, or one that never was, everything. */
    public Delta since(long known) {
        lock.lock();
        try {
            boolean reset = known <= 0 || known > version;
            return new Delta(version, messages(reset ? 0 : known, reset));
        } finally {
            lock.unlock();
        }
    }

    /** Start of the newest window, 0 before the first. Unit: ms since 1970-01-01 UTC. */
    public long newestWindowMs() {
        return read(() -> newestWindowMs);
    }

    /** Windows that were dropped since there are too many paths. Unit: count. */
    public long droppedWindows() {
        return read(() -> droppedPaths);
    }

    /** JSON of all documents of a kind, as an array. */
    public String array(String kind) {
        lock.lock();
        try {
            return documents.getOrDefault(kind, Map.of()).values().stream()
                    .map(Document::json)
                    .filter(json -> !json.equals("null"))
                    .toList()
                    .toString();
        } finally {
            lock.unlock();
        }
    }

    private List<String> messages(long known, boolean reset) {
        List<String> docs = new ArrayList<>();
        documents.forEach((kind, ofKind) -> ofKind.forEach((key, document) -> {
            if (document.version > known && !(reset && document.json.equals("null"))) {
                docs.add("[" + quoted(kind) + "," + quoted(key) + "," + document.json + "]");
            }
        }));
        List<String> newer = newerWindows(entry -> entry.version > known);
        List<String> messages = new ArrayList<>();
        if (reset || !docs.isEmpty() || !newer.isEmpty()) {
            int first = Math.min(newer.size(), ENTRIES_PER_MESSAGE);
            messages.add(message(reset, docs, newer.subList(0, first)));
            for (int from = first; from < newer.size(); from += ENTRIES_PER_MESSAGE) {
                int to = Math.min(newer.size(), from + ENTRIES_PER_MESSAGE);
                messages.add(message(false, List.of(), newer.subList(from, to)));
            }
        }
        return messages;
    }

    private List<String> newerWindows(Predicate<Entry> newer) {
        return windows.values().stream()
                .flatMap(ofPath -> ofPath.values().stream())
                .filter(newer)
                .map(Entry::json)
                .toList();
    }

    private String message(boolean reset, List<String> docs, List<String> newer) {
        return "{\"reset\":" + reset + ",\"now\":" + clock.millis() + ",\"docs\":[" + String.join(",", docs)
                + "],\"windows\":[" + String.join(",", newer) + "]}";
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static void dropOldest(Map<String, Document> ofKind) {
        ofKind.entrySet().stream()
                .min(Map.Entry.comparingByValue(java.util.Comparator.comparingLong(Document::seenMs)))
                .map(Map.Entry::getKey)
                .ifPresent(ofKind::remove);
    }

    private long next() {
        grown.signalAll();
        return ++version;
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    private long read(java.util.function.LongSupplier value) {
        lock.lock();
        try {
            return value.getAsLong();
        } finally {
            lock.unlock();
        }
    }
}
