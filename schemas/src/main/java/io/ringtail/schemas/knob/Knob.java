package io.ringtail.schemas.knob;

/**
 * A setting or gauge, declared once.
 *
 * @param name {@code group.name}, in the words of the kernel or of ethtool
 * @param unit unit of its values; empty for names, flags and lists
 * @param kind whether a difference is a change
 * @param per what it belongs to
 * @param source where it is read
 * @param absence what its absence means
 */
public record Knob(String name, String unit, Kind kind, Per per, String source, String absence) {
    /** Whether somebody changes it or it moves by itself. */
    public enum Kind {
        /** Changed by somebody: a difference is a change. */
        SETTING,
        /** Moves by itself. */
        GAUGE
    }

    /** What a knob belongs to. */
    public enum Per {
        /** The host. */
        HOST,
        /** A network namespace. */
        NETNS,
        /** An interface. */
        INTERFACE,
        /** A queue of an interface. */
        QUEUE,
        /** A CPU. */
        CPU,
        /** An end of a path: the probe's or the reflector's own option. */
        END
    }
}
