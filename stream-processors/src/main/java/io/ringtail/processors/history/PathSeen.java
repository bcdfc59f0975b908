package io.ringtail.processors.history;

/**
 * A path that has windows in a range of time.
 *
 * @param pathId its id
 * @param label it in words
 * @param firstEpochNs start of its first window; ns since 1970-01-01 UTC
 * @param lastEpochNs start of its last window; ns since 1970-01-01 UTC
 * @param windows number of windows
 * @param simulated whether a simulator made any of them
 */
public record PathSeen(
        String pathId, String label, long firstEpochNs, long lastEpochNs, long windows, boolean simulated) {}
