package io.ringtail.processors.analysis.shift;

/**
 * Something that happened when the tail shifted. No more than that: it may be the cause, or not.
 *
 * @param kind what happened
 * @param end the end, {@code prober} or {@code responder}; both where one host is both
 * @param what it in words
 * @param apartNs how far from the shift, ns
 * @param changeId id of the change; null where it is none
 * @param strength how clearly it stands out: for gauges Cliff's delta, -1 to 1; NaN otherwise
 */
public record Suspect(Kind kind, String end, String what, long apartNs, String changeId, double strength) {
    /** What can be suspected, the first most. */
    public enum Kind {
        /** A setting that belongs to the path was changed. */
        SETTING_OF_PATH,
        /** A setting of an end's host was changed, of another interface or object. */
        SETTING_OF_HOST,
        /** A gauge shifted at the same time. */
        GAUGE,
        /** An agent fell silent. */
        AGENT_SILENT
    }
}
