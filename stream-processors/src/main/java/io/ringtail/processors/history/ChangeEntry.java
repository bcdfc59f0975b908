package io.ringtail.processors.history;

import java.util.List;

/**
 * A change, as the history has it. What is absent is null.
 *
 * @param changeId its id
 * @param fromEpochNs last read of the old values; ns since 1970-01-01 UTC
 * @param toEpochNs first read of the new values; ns since 1970-01-01 UTC
 * @param host host
 * @param netns network namespace; null for the host's own
 * @param object object whose settings differ
 * @param device interface, where the object is one or is bound to one
 * @param trigger how it was noticed: START, NOTIFICATION, REREAD
 * @param knobs settings that differ
 * @param paths paths known to use the object
 * @param simulated whether a simulator made it
 */
public record ChangeEntry(
        String changeId,
        long fromEpochNs,
        long toEpochNs,
        String host,
        String netns,
        String object,
        String device,
        String trigger,
        List<Knob> knobs,
        List<Path> paths,
        boolean simulated) {

    /**
     * A setting that differs.
     *
     * @param name name in the knob catalogue
     * @param queue queue that it belongs to; null where it is the whole object's
     * @param oldValue value before; null where not known
     * @param newValue value after; null where not known
     * @param unit unit of both; null for names and flags
     */
    public record Knob(String name, String queue, String oldValue, String newValue, String unit) {}

    /**
     * A path that uses the object.
     *
     * @param pathId its id
     * @param end which end the object belongs to: PROBER or RESPONDER
     */
    public record Path(String pathId, String end) {}
}
