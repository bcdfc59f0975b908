package io.ringtail.processors.analysis.alert;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.HostStanding;
import java.util.Optional;

/**
 * Whether a host's clock was set between two heartbeats: its distance from the cluster's clock moved by more than both
 * measurements can be wrong, and by more than a clock drifts. Pure.
 */
public final class ClockStep {
    /** Less is not called a step. Unit: ns. */
    static final long LEAST_NS = 100_000_000L;

    private ClockStep() {}

    /**
     * What is remembered of an agent after a heartbeat.
     *
     * @param before what was; null for nothing
     * @param heardNs when the broker took the heartbeat. Unit: ns since 1970-01-01 UTC
     */
    public static HostStanding next(HostStanding before, Agent heartbeat, long heardNs) {
        boolean known = heartbeat.getOrigin().getClockOffsetNs() != null;
        boolean kept = !known && before != null && before.getStartedEpochNs() == heartbeat.getStartedEpochNs();
        return HostStanding.newBuilder()
                .setHeardEpochNs(heardNs)
                .setStartedEpochNs(heartbeat.getStartedEpochNs())
                .setClockOffsetNs(
                        kept ? before.getClockOffsetNs() : heartbeat.getOrigin().getClockOffsetNs())
                .setClockErrorNs(
                        kept ? before.getClockErrorNs() : heartbeat.getOrigin().getClockErrorNs())
                .setSimulated(heartbeat.getOrigin().getSimulated())
                .build();
    }

    /** By how much the clock was set forward between two heartbeats of one agent; empty where it was not. Unit: ns. */
    public static Optional<Long> between(HostStanding before, HostStanding now) {
        boolean comparable = before != null
                && before.getStartedEpochNs() == now.getStartedEpochNs()
                && before.getClockOffsetNs() != null
                && now.getClockOffsetNs() != null;
        if (!comparable) {
            return Optional.empty();
        }
        long stepNs = now.getClockOffsetNs() - before.getClockOffsetNs();
        long errorNs = error(before) + error(now);
        return Math.abs(stepNs) > Math.max(LEAST_NS, errorNs) ? Optional.of(stepNs) : Optional.empty();
    }

    private static long error(HostStanding standing) {
        return standing.getClockErrorNs() == null ? 0 : standing.getClockErrorNs();
    }
}
