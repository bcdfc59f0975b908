package io.ringtail.processors.history;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.ringtail.processors.analysis.pool.Cluster;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.PoolEpoch;
import java.util.List;

/**
 * Answers of the history as JSON: the fields of their records by the same names, so units stand in the names; what is
 * absent is null. Pure.
 */
public final class HistoryJson {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addMixIn(PoolEpoch.class, WithoutSettings.class)
            .addMixIn(Cluster.class, WithoutSettings.class);

    /** All settings of every epoch would bury the answer. */
    @JsonIgnoreProperties({"settings", "unknown"})
    private interface WithoutSettings {}

    private HistoryJson() {}

    /** A report. */
    public static String of(Report report) {
        return write(report);
    }

    /** Changes. */
    public static String of(Bounded<ChangeEntry> changes) {
        return write(changes);
    }

    /** Shifts, suspects, and what moves with the tail. */
    public static String of(SuspectsReport suspects) {
        return write(suspects);
    }

    /** One knob over many epochs. */
    public static String of(List<KnobPool> pools) {
        return write(pools);
    }

    /** An answer, or a part of one, to stand in something greater. */
    public static JsonNode tree(Object answer) {
        return MAPPER.valueToTree(answer);
    }

    /** Any answer. */
    public static String write(Object answer) {
        try {
            return MAPPER.writeValueAsString(answer) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + e.getMessage(), e);
        }
    }
}
