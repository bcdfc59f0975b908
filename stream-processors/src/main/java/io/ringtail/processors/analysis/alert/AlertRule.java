package io.ringtail.processors.analysis.alert;

import io.ringtail.schemas.record.AlertSeverity;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** One rule of the catalogue. Immutable. */
public sealed interface AlertRule {
    /** Name, also the label alertname: what is fit for a label name of Prometheus. */
    String name();

    /** How urgent its alerts are. */
    AlertSeverity severity();

    /** What it finds, in a few words that a summary begins with. */
    String says();

    /** What a rule of levels looks at. */
    enum Subject {
        /** Windows of a path. */
        PATH,
        /** Figures of an interface. */
        INTERFACE,
        /** Figures of a whole host. */
        HOST,
        /** The history writer of {@code serve}. */
        HISTORY
    }

    /**
     * Figures over their thresholds in so many of the last seconds. It is resolved once nine tenths of those seconds were
     * seen at or below the level that clears; seconds without data count for neither, so that missing data freeze it.
     *
     * @param when all of these have to be over at once, for the same queue
     * @param seconds seconds that have to be over, 1 to {@code of}. Unit: s
     * @param of seconds that are looked at, at most 60. Unit: s
     */
    record Level(
            String name,
            AlertSeverity severity,
            String says,
            Subject subject,
            List<Threshold> when,
            int seconds,
            int of)
            implements AlertRule {}

    /** What an event rule listens to. */
    enum Happening {
        /** An effect with the verdict REGRESSED. */
        REGRESSION,
        /** A shift to the worse that nobody announced. */
        SHIFT,
        /** A change of a setting. */
        SETTING_CHANGED,
        /** The clock of a host jumped between two heartbeats. */
        CLOCK_STEPPED
    }

    /**
     * Something that happened; it fires for a while.
     *
     * @param knobs for SETTING_CHANGED: names of the knob catalogue, {@code *} for any end of one
     * @param hold how long it fires after the last time, by event time
     */
    record Event(String name, AlertSeverity severity, String says, Happening on, List<Pattern> knobs, Duration hold)
            implements AlertRule {}

    /**
     * An agent that sends no heartbeats.
     *
     * @param after for how long, by the broker's clock
     */
    record Silence(String name, AlertSeverity severity, String says, Duration after) implements AlertRule {}

    /** Settings that differ from the declared baselines. */
    record Differs(String name, AlertSeverity severity, String says) implements AlertRule {}
}
