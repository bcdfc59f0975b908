package io.ringtail.processors.analysis;

/**
 * Places a host's wall-clock times on the cluster's time line. A clock within tolerance is left alone; one that is
 * further off is set back by its own offset, rounded, so that the jitter of the measurement does not move windows.
 * Depends on the record alone, so that a replay places it alike.
 */
public final class ClusterTime {
    /** Up to this a clock is left alone. Unit: ns. */
    public static final long TOLERANCE_NS = 200_000_000L;

    /** Shifts are multiples of this. Unit: ns. */
    public static final long STEP_NS = 100_000_000L;

    /** Length of a window. Unit: ns. */
    public static final long SECOND_NS = 1_000_000_000L;

    private ClusterTime() {}

    /**
     * By how much times of a host are set back.
     *
     * @param clockOffsetNs the host's clock minus the cluster's; null where not known, then 0
     */
    public static long shiftNs(Long clockOffsetNs) {
        if (clockOffsetNs == null || Math.abs(clockOffsetNs) <= TOLERANCE_NS) {
            return 0;
        }
        return Math.floorDiv(clockOffsetNs + STEP_NS / 2, STEP_NS) * STEP_NS;
    }

    /** A host's time on the cluster's time line. Unit: ns since 1970-01-01 UTC. */
    public static long placedEpochNs(long epochNs, Long clockOffsetNs) {
        return epochNs - shiftNs(clockOffsetNs);
    }

    /** Start of the window that contains a moment. Unit: ns since 1970-01-01 UTC. */
    public static long windowStartNs(long placedEpochNs) {
        return Math.floorDiv(placedEpochNs, SECOND_NS) * SECOND_NS;
    }
}
