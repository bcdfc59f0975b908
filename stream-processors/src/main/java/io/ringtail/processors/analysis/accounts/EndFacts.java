package io.ringtail.processors.analysis.accounts;

import java.util.Map;
import java.util.Optional;

/**
 * What the accounts need of one end.
 *
 * @param busyNsPerTransaction service demand: the host's busy CPU time per transaction, ns; null where not known
 * @param settings its known settings by catalogue name, without the end's prefix
 */
public record EndFacts(Double busyNsPerTransaction, Map<String, String> settings) {
    private static final double MBIT = 1e6;

    /** Copies the settings. */
    public EndFacts {
        settings = Map.copyOf(settings);
    }

    /** Link speed, bits a second; absent where it is not known or unlimited, as on a veth. */
    Optional<Double> linkBitsPerSecond() {
        return number("link.speed").filter(speed -> speed > 0).map(speed -> speed * MBIT);
    }

    /** Whether anything polls instead of waiting for interrupts. */
    boolean busyPolls() {
        return polls("busy-poll.read")
                || polls("busy-poll.poll")
                || polls("probe.busy-poll")
                || polls("reflector.busy-poll");
    }

    /** The interrupt timer as set: {@code rx-usecs 18, rx-frames 6}; absent where there is none, or it is not known. */
    Optional<String> timer() {
        String usecs = settings.get("coalesce.rx-usecs");
        String frames = settings.get("coalesce.rx-frames");
        boolean waits = usecs != null && !usecs.equals("0") && !"1".equals(frames);
        return waits
                ? Optional.of("rx-usecs " + usecs + (frames == null ? "" : ", rx-frames " + frames))
                : Optional.empty();
    }

    private boolean polls(String knob) {
        return number(knob).filter(us -> us > 0).isPresent();
    }

    private Optional<Double> number(String knob) {
        try {
            return Optional.ofNullable(settings.get(knob)).map(Double::valueOf);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
