package io.ringtail.processors.history;

/**
 * An alert, as the history has it. What is absent is null.
 *
 * @param alertId its id, the same each time that it fires
 * @param sinceEpochNs since when; ns since 1970-01-01 UTC
 * @param resolvedEpochNs when it was resolved; null while it fires; ns since 1970-01-01 UTC
 * @param rule name of the rule
 * @param severity INFO, WARNING, CRITICAL
 * @param state FIRING, RESOLVED
 * @param subject what it is about, in words
 * @param summary what was found, with the values when it fired
 * @param about id of the effect, shift or change that it tells of
 * @param resolution why it was resolved
 * @param simulated whether a simulator made the data
 */
public record AlertEntry(
        String alertId,
        long sinceEpochNs,
        Long resolvedEpochNs,
        String rule,
        String severity,
        String state,
        String subject,
        String summary,
        String about,
        String resolution,
        boolean simulated) {}
