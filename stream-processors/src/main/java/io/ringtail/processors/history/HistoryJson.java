package io.ringtail.processors.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * Answers of the history as JSON: the fields of their records by the same names, so units stand in the names; what is
 * absent is null. Pure.
 */
public final class HistoryJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private HistoryJson() {}

    /** A report. */
    public static String of(Report report) {
        return write(report);
    }

    /** Changes. */
    public static String of(Bounded<ChangeEntry> changes) {
        return write(changes);
    }

    private static String write(Object answer) {
        try {
            return MAPPER.writeValueAsString(answer) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + e.getMessage(), e);
        }
    }
}
