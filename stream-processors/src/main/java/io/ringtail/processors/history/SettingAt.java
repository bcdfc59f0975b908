package io.ringtail.processors.history;

/**
 * A setting's value at a moment.
 *
 * @param sinceEpochNs when the value began; ns since 1970-01-01 UTC
 * @param host host
 * @param netns network namespace; null for the host's own
 * @param object object that it is of
 * @param name name in the knob catalogue
 * @param queue queue that it belongs to; null where it is the whole object's
 * @param value value in the catalogue's unit; null where absent
 * @param unit its unit; null for names and flags
 * @param absence why it is absent; null where it is not
 */
public record SettingAt(
        long sinceEpochNs,
        String host,
        String netns,
        String object,
        String name,
        String queue,
        String value,
        String unit,
        String absence) {}
