package io.ringtail.collectors.publish;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/**
 * The best of the last measurements of the host's clock against the cluster's; older ones that contradict the newest
 * are from before a step and forgotten. Thread safe.
 */
final class ClockMeter {
    private static final int KEPT = 16;

    private final Deque<ClockOffset> kept = new ArrayDeque<>();
    private volatile Optional<ClockOffset> best = Optional.empty();

    synchronized void add(ClockOffset measured) {
        kept.removeIf(measured::contradicts);
        kept.addLast(measured);
        if (kept.size() > KEPT) {
            kept.removeFirst();
        }
        best = kept.stream().min(Comparator.comparingLong(ClockOffset::errorNs));
    }

    Optional<ClockOffset> best() {
        return best;
    }
}
