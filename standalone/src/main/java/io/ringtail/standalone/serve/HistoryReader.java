package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the REST interface asks of the history. Implementations are thread safe, may block for a query, and throw {@link
 * io.ringtail.processors.history.HistoryException} while the store is away.
 */
public interface HistoryReader {
    /** Windows of a path (of all, where absent) that start in [from, to), oldest first. */
    JsonNode windows(Optional<String> pathId, Instant from, Instant to);

    /** Changes noticed in [from, to), oldest first. */
    JsonNode changes(Instant from, Instant to);

    /** Summary of the last so long: per path the percentiles over all of it, losses, changes. */
    JsonNode report(Duration last);
}
