package io.ringtail.processors.history;

import java.time.Duration;

/**
 * How the history writer works.
 *
 * @param group consumer group whose offsets say what is in the store
 * @param commitInterval time between two commits to the store
 * @param maxPending rows that wait for a commit at most; then it comes early and nothing is read meanwhile
 * @param retryPause time between two attempts while the store is away
 * @param schemaPatience how long a schema that the registry does not give is asked for, before its record is given up
 */
public record HistoryWriterConfig(
        String group, Duration commitInterval, int maxPending, Duration retryPause, Duration schemaPatience) {
    /** Group ringtail-history, every 250 ms, 50,000 rows, every second, 30 s. */
    public static HistoryWriterConfig defaults() {
        return new HistoryWriterConfig(
                "ringtail-history", Duration.ofMillis(250), 50_000, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}
