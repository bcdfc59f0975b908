package io.ringtail.collectors.publish;

/**
 * The host's wall clock minus the cluster's.
 *
 * @param offsetNs host minus broker; positive where the host is ahead. Unit: ns
 * @param errorNs bound of its error. Unit: ns
 */
public record ClockOffset(long offsetNs, long errorNs) {
    private static final long MS = 1_000_000;

    /**
     * From one acknowledged record that the broker stamped. The broker's stamp is in whole milliseconds, cut off, and
     * was made at some time between the send and the acknowledgement.
     */
    public static ClockOffset measured(long sentEpochNs, long roundTripNs, long brokerEpochMs) {
        long brokerNs = brokerEpochMs * MS + MS / 2;
        return new ClockOffset(sentEpochNs + roundTripNs / 2 - brokerNs, roundTripNs / 2 + MS / 2);
    }

    /** Whether two measurements cannot both be of the same offset: a clock was stepped in between. */
    public boolean contradicts(ClockOffset other) {
        return Math.abs(offsetNs - other.offsetNs) > errorNs + other.errorNs;
    }
}
