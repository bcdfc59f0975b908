package io.ringtail.processors.topology;

import io.ringtail.schemas.topic.RecordNumber;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Knows records that arrive a second time: an agent that was killed sends again what it saw no acknowledgement for. Within
 * one topic and partition the numbers of a spool rise, so that one that does not is a repetition. Owned by the stream's
 * thread.
 */
final class Repeats {
    private final KeyValueStore<String, Long> newest; // by topic and spool

    Repeats(KeyValueStore<String, Long> newest) {
        this.newest = newest;
    }

    /** Whether it was here before; remembers it otherwise. What has no number is always new. */
    boolean isRepeated(String topic, Headers headers) {
        Header header = headers.lastHeader(RecordNumber.HEADER);
        Optional<RecordNumber> found = header == null ? Optional.empty() : RecordNumber.of(header.value());
        if (found.isEmpty()) {
            return false;
        }
        String key = topic + '|' + Long.toHexString(found.get().spool());
        Long before = newest.get(key);
        if (before != null && found.get().number() <= before) {
            return true;
        }
        newest.put(key, found.get().number());
        return false;
    }
}
