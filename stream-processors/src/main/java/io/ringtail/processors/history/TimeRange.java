package io.ringtail.processors.history;

import java.time.Duration;
import java.time.Instant;

/**
 * A range of time of the cluster's time line.
 *
 * @param fromEpochNs its start, ns since 1970-01-01 UTC
 * @param toEpochNs its end, which does not belong to it; ns since 1970-01-01 UTC
 */
public record TimeRange(long fromEpochNs, long toEpochNs) {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** With a start before its end. */
    public TimeRange {
        if (fromEpochNs >= toEpochNs) {
            throw new IllegalArgumentException("a range of time ends after it starts: " + instant(fromEpochNs) + " to "
                    + instant(toEpochNs) + " does not");
        }
    }

    /** The last so long before a moment. */
    public static TimeRange last(Duration length, Instant end) {
        long endNs = end.getEpochSecond() * NS_PER_SECOND + end.getNano();
        return new TimeRange(endNs - length.toNanos(), endNs);
    }

    /** Its length. */
    public Duration length() {
        return Duration.ofNanos(toEpochNs - fromEpochNs);
    }

    /** A moment given in ns since 1970-01-01 UTC. */
    public static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }

    /** As a condition of SQL on a table's designated timestamp; numbers only, so nothing can be injected. */
    String condition() {
        return "ts >= " + Micros.of(fromEpochNs) + " and ts < " + Micros.of(toEpochNs);
    }
}
