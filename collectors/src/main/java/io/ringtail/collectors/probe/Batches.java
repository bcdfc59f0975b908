package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.RoundTrips;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Cuts a prober's resolved requests into batches: of the longest prefix of requests that are answered or lost, never
 * spanning two seconds of event time, at least every quarter of a second. Owned by the batch thread; time is a
 * parameter.
 */
final class Batches {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long HOLD_NS = 240_000_000;
    private static final int MAX_SAMPLES = 20_000;

    private final Flights flights;
    private final Pauses pauses;
    private final WallLine wall;
    private final Supplier<RoundTrips.Builder> frame;
    private final List<RoundTrips> out = new ArrayList<>();
    private Pauses.Snapshot touched = Pauses.Snapshot.NONE;
    private Batch open;
    private Long stepNs;
    private long next;
    private long lastIntendedMonoNs;
    private long emittedMonoNs;
    private long number;
    private long watermarkEpochNs;

    /**
     * From now on.
     *
     * @param frame a builder with everything of a record that is not its samples, when a batch is released
     */
    Batches(Flights flights, Pauses pauses, long epochNs, long monoNs, Supplier<RoundTrips.Builder> frame) {
        this.flights = flights;
        this.pauses = pauses;
        this.wall = new WallLine(epochNs, monoNs);
        this.frame = frame;
        this.open = new Batch(epochNs);
        this.lastIntendedMonoNs = monoNs - 1;
        this.emittedMonoNs = monoNs;
        this.watermarkEpochNs = epochNs;
    }

    /** Every request intended before this is accounted for in what was released. */
    long watermarkEpochNs() {
        return watermarkEpochNs;
    }

    /** What can be released now; {@code all} holds nothing back that is resolved. */
    List<RoundTrips> release(long epochNs, long monoNs, boolean all) {
        out.clear();
        long step = wall.stepNs(epochNs, monoNs);
        if (step == 0) {
            follow(epochNs, monoNs);
        } else {
            pauses.add(wall.readMonoNs(), monoNs);
        }
        touched = pauses.snapshot();
        takeResolved(monoNs);
        cutAtSecondBefore(reachedEpochNs(monoNs));
        if (step != 0) {
            finishBefore(step, monoNs);
            startOver(epochNs, monoNs);
        } else if (all || monoNs - emittedMonoNs >= HOLD_NS) {
            emit(reachedEpochNs(monoNs), monoNs);
        }
        return List.copyOf(out);
    }

    /** What lies before a step ends with it: the step is told by the batch that it happened in, or else the next. */
    private void finishBefore(long step, long monoNs) {
        stepNs = stepNs == null ? Long.valueOf(step) : Long.valueOf(stepNs + step);
        emit(reachedEpochNs(monoNs), monoNs);
    }

    /** Follows the wall clock's slewing, but never back behind what was already released. */
    private void follow(long epochNs, long monoNs) {
        long behind = open.fromEpochNs() - wall.epochNs(firstOpenMonoNs());
        long shift = Math.max(epochNs - monoNs, wall.shiftNs() + behind);
        wall.follow(open.isEmpty() ? monoNs + shift : wall.epochNs(monoNs), monoNs);
    }

    private void takeResolved(long monoNs) {
        for (long end = flights.scheduled(); next < end; next++) {
            long received = flights.resolve(next, monoNs);
            if (received == Flights.PENDING) {
                break;
            }
            if (received != Flights.WITHDRAWN) {
                take(received);
            }
            lastIntendedMonoNs = flights.intendedMonoNs(next);
        }
        flights.release(next);
    }

    private void take(long receivedMonoNs) {
        long intended = flights.intendedMonoNs(next);
        long intendedEpochNs = wall.epochNs(intended);
        cutAtSecondBefore(intendedEpochNs);
        if (open.size() >= MAX_SAMPLES) {
            emit(intendedEpochNs, emittedMonoNs);
        }
        if (receivedMonoNs == Flights.LOST) {
            open.lost(intendedEpochNs);
            return;
        }
        open.answered(intendedEpochNs, receivedMonoNs - intended, touched.touch(intended, receivedMonoNs));
        long sent = flights.sentMonoNs(next);
        open.responderClock(wall.epochNs(sent), receivedMonoNs - sent, flights.responderEpochNs(next));
    }

    /** Up to where everything intended is accounted for. */
    private long reachedEpochNs(long monoNs) {
        return Math.max(open.fromEpochNs(), wall.epochNs(Math.min(firstOpenMonoNs(), monoNs)));
    }

    /** No request that is not accounted for yet was or will be intended before this. */
    private long firstOpenMonoNs() {
        return next < flights.scheduled() ? flights.intendedMonoNs(next) : lastIntendedMonoNs + 1;
    }

    private void cutAtSecondBefore(long epochNs) {
        long secondEnd = Math.floorDiv(open.fromEpochNs(), SECOND_NS) * SECOND_NS + SECOND_NS;
        if (epochNs >= secondEnd) {
            emit(secondEnd, emittedMonoNs);
            open = new Batch(Math.floorDiv(epochNs, SECOND_NS) * SECOND_NS);
        }
    }

    private void emit(long toEpochNs, long monoNs) {
        watermarkEpochNs = toEpochNs;
        emittedMonoNs = monoNs;
        if (!open.isEmpty()) {
            RoundTrips.Builder record = frame.get();
            open.write(record, toEpochNs);
            out.add(record.setBatch(number++).setClockStepNs(stepNs).build());
            stepNs = null;
        }
        open = new Batch(toEpochNs);
    }

    /** After a step: what follows lies on the new line. */
    private void startOver(long epochNs, long monoNs) {
        wall.follow(epochNs, monoNs);
        open = new Batch(wall.epochNs(Math.min(firstOpenMonoNs(), monoNs)));
        watermarkEpochNs = open.fromEpochNs();
    }
}
