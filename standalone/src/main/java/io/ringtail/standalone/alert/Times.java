package io.ringtail.standalone.alert;

import java.time.Instant;

/** Moments as the records have them and as Alertmanager wants them. */
final class Times {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private Times() {}

    static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }
}
