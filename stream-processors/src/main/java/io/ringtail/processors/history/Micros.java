package io.ringtail.processors.history;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.schemas.record.Origin;

/** The history's moments: whole microseconds since 1970-01-01 UTC, of the cluster's time line. */
final class Micros {
    private static final long NS = 1_000;

    private Micros() {}

    /** A moment of nanoseconds since 1970-01-01 UTC, cut to the microsecond. */
    static long of(long epochNs) {
        return Math.floorDiv(epochNs, NS);
    }

    /** The nanoseconds of such a moment. */
    static long toNs(long micros) {
        return micros * NS;
    }

    /** A moment of a host's clock on the cluster's time line. */
    static long of(Origin origin, long epochNs) {
        return of(ClusterTime.placedEpochNs(epochNs, origin.getClockOffsetNs()));
    }
}
