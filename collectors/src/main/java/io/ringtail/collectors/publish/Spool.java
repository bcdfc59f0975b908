package io.ringtail.collectors.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Numbered records on disk, from their making until they are delivered or lost: what outlives the agent's process. The
 * files are written without fsync: an agent that is killed loses nothing that stands here, a host that loses its power
 * may lose the last seconds. Numbers never repeat. Guarded by its owner's lock.
 */
final class Spool implements AutoCloseable {
    private static final long MAX_SEGMENT_BYTES = 1 << 20;
    private static final int SEGMENTS = 8;

    private final Path directory;
    private final long limit;
    private final SpoolState state;
    private final SpoolSchemas schemas;
    private final Deque<SpoolSegment> segments = new ArrayDeque<>(); // oldest first; the last is written to
    private final NavigableSet<Long> inFlight = new TreeSet<>(); // taken, not resolved
    private final NavigableMap<Long, Long> lostAboveHead = new TreeMap<>(); // from, to (exclusive)
    private long bytes;
    private long end; // number of the next record
    private long next; // number of the next to take
    private SpoolSegment reading;
    private long readOffset;
    private long lost;
    private long delivered;

    private Spool(SpoolConfig config) throws IOException {
        this.directory = Files.createDirectories(config.directory());
        this.limit = config.limitBytes();
        this.state = SpoolState.open(directory);
        this.schemas = new SpoolSchemas(directory);
        recover();
    }

    /**
     * Opens a directory, which is made if it is not there, with what an earlier run left in it.
     *
     * @throws SpoolUnavailable if it cannot be written to, or another agent uses it
     */
    static Spool open(SpoolConfig config) {
        try {
            return new Spool(config);
        } catch (IOException e) {
            throw new SpoolUnavailable("the spool " + config.directory() + " cannot be used: " + e, e);
        }
    }

    /** Tells one spool's numbers from another's. */
    long id() {
        return state.id();
    }

    /** Adds the newest; where there is no room for it, the oldest that were not taken are lost. */
    void append(Parcel parcel) throws IOException {
        byte[] entry = SpoolEntry.encode(parcel, schemas.fingerprint(parcel.schema()));
        if (!fits(entry.length)) {
            segments.addLast(SpoolSegment.create(directory, end));
        }
        segments.getLast().append(entry);
        bytes += entry.length;
        end++;
        while (bytes > limit && segments.size() > 1) {
            dropOldest();
        }
    }

    /** Takes the oldest that was not taken yet; null where there is none. */
    Backlog.Taken take() throws IOException {
        while (next < end) {
            Optional<Parcel> parcel = read();
            long number = next;
            if (parcel.isPresent()) {
                inFlight.add(number);
                next++;
                return new Backlog.Taken(number, parcel.get());
            }
        }
        return null;
    }

    /** A taken record was delivered or is given up. */
    void resolved(long number, boolean wasDelivered) throws IOException {
        if (inFlight.remove(number)) {
            if (wasDelivered) {
                delivered++;
            } else {
                lose(number, number + 1);
            }
            advance();
        }
    }

    /** Since the spool was begun. */
    PublishCounts counts() {
        return new PublishCounts(end, delivered, lost);
    }

    @Override
    public void close() throws IOException {
        for (SpoolSegment segment : segments) {
            segment.close();
        }
        state.close();
    }

    private boolean fits(int length) {
        long most = Math.min(MAX_SEGMENT_BYTES, limit / SEGMENTS);
        return !segments.isEmpty()
                && segments.getLast().end() == end
                && segments.getLast().bytes() + length <= most;
    }

    /** After an earlier run's end: what it had not resolved is taken again, what it had lost is known by the head. */
    private void recover() throws IOException {
        for (Path file : files()) {
            SpoolSegment segment = SpoolSegment.open(file);
            segments.addLast(segment);
            bytes += segment.bytes();
        }
        next = state.head();
        end = Math.max(next, segments.isEmpty() ? next : segments.getLast().end());
        lost = state.lost();
        delivered = next - lost;
        advance();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().endsWith(SpoolSegment.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    /** The record {@code next}; where it is not there any more, it and all that are missing with it are lost. */
    private Optional<Parcel> read() throws IOException {
        if (reading == null || next >= reading.end()) {
            long first = seek();
            if (first > next) {
                skip(first);
                return Optional.empty();
            }
        }
        byte[] payload = reading.payload(readOffset);
        Optional<Parcel> parcel = payload == null ? Optional.empty() : SpoolEntry.decode(payload, schemas::of);
        if (payload == null) {
            skip(reading.end());
        } else {
            readOffset += SpoolEntry.HEADER + payload.length;
            if (parcel.isEmpty()) {
                skip(next + 1);
            }
        }
        return parcel;
    }

    /** Finds the segment of the record {@code next}, or the first behind it: the first number that there is. */
    private long seek() throws IOException {
        for (SpoolSegment segment : segments) {
            if (segment.end() > next) {
                reading = segment;
                readOffset = 0;
                for (long number = segment.first(); number < next; number++) {
                    readOffset += SpoolEntry.HEADER + segment.payload(readOffset).length;
                }
                return Math.max(next, segment.first());
            }
        }
        return end;
    }

    private void skip(long to) throws IOException {
        lose(next, to);
        next = to;
        advance();
    }

    private void dropOldest() throws IOException {
        SpoolSegment oldest = segments.removeFirst();
        bytes -= oldest.bytes();
        if (oldest == reading) {
            reading = null;
        }
        oldest.delete();
        if (oldest.end() > next) {
            skip(oldest.end());
        }
    }

    private void lose(long from, long to) {
        lost += to - from;
        Map.Entry<Long, Long> before = lostAboveHead.floorEntry(from);
        boolean continues = before != null && before.getValue() == from;
        lostAboveHead.put(continues ? before.getKey() : Long.valueOf(from), to);
    }

    /** The head follows what is resolved; segments behind it go. */
    private void advance() throws IOException {
        long head = inFlight.isEmpty() ? next : inFlight.first();
        long lostBelow = state.lost();
        while (!lostAboveHead.isEmpty() && lostAboveHead.firstKey() < head) {
            Map.Entry<Long, Long> range = lostAboveHead.pollFirstEntry();
            lostBelow += Math.min(range.getValue(), head) - range.getKey();
        }
        state.become(head, lostBelow);
        while (segments.size() > 1 && segments.getFirst().end() <= head) {
            dropOldest();
        }
    }
}
