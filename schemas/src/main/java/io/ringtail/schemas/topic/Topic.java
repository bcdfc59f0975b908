package io.ringtail.schemas.topic;

import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic as it is declared once, created and documented.
 *
 * @param name name in Kafka
 * @param record class of its values
 * @param key what the key (a UTF-8 string) is
 * @param partitions number of partitions; topics that are joined have the same
 * @param retention how long records are kept; for a compacted topic the compaction lag
 * @param cleanup deletion or compaction
 * @param logAppendTime whether the broker's clock stamps the records
 * @param writer who writes it
 * @param readers who reads it
 * @param purpose what is in it, one sentence
 */
public record Topic(
        String name,
        Class<? extends SpecificRecord> record,
        String key,
        int partitions,
        Duration retention,
        Cleanup cleanup,
        boolean logAppendTime,
        String writer,
        List<String> readers,
        String purpose) {

    /** What the broker does with old records. */
    public enum Cleanup {
        /** Deleted after the retention. */
        DELETE,
        /** Only the newest of a key is kept once the compaction lag is over. */
        COMPACT
    }

    /** Subject of its values in the schema registry (TopicNameStrategy). */
    public String subject() {
        return name + "-value";
    }
}
