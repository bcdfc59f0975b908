package io.ringtail.processors.topology;

import java.time.Duration;
import java.util.Optional;

/**
 * Since when the heartbeats that come are new: what is judged by the wall clock waits for it. Where none come for a
 * while there are none to catch up with. Owned by the stream's thread.
 */
final class CaughtUp {
    private static final long NONE_COME_MS = Duration.ofSeconds(30).toMillis();

    private final long lagMs;
    private long firstAskedMs = -1;
    private long lastHeartbeatMs = -1;
    private long sinceMs = -1;

    CaughtUp(Duration lag) {
        this.lagMs = lag.toMillis();
    }

    /** One came; its timestamp is the broker's. */
    void onHeartbeat(long timestampMs, long wallMs) {
        lastHeartbeatMs = wallMs;
        if (wallMs - timestampMs > lagMs) {
            sinceMs = -1;
        } else if (sinceMs < 0) {
            sinceMs = wallMs;
        }
    }

    /** Since when, by the wall clock; empty while it is behind. */
    Optional<Long> since(long wallMs) {
        if (firstAskedMs < 0) {
            firstAskedMs = wallMs;
        }
        if (sinceMs < 0 && wallMs - Math.max(lastHeartbeatMs, firstAskedMs) > NONE_COME_MS) {
            sinceMs = wallMs;
        }
        return sinceMs < 0 ? Optional.empty() : Optional.of(sinceMs);
    }
}
