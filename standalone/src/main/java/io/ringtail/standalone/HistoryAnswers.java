package io.ringtail.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.HistoryQueries;
import io.ringtail.processors.history.PathSeen;
import io.ringtail.processors.history.TimeRange;
import io.ringtail.standalone.serve.HistoryReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The history's queries as the REST interface gives them; reports and changes are the same JSON as the command line's. */
record HistoryAnswers(HistoryQueries queries) implements HistoryReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public JsonNode windows(Optional<String> pathId, Instant from, Instant to) {
        TimeRange range = range(from, to);
        List<String> paths = pathId.map(List::of)
                .orElseGet(() ->
                        queries.paths(range).stream().map(PathSeen::pathId).toList());
        ArrayNode all = JSON.createArrayNode();
        for (String path : paths) {
            ObjectNode one = all.addObject().put("pathId", path);
            one.setAll((ObjectNode) JSON.valueToTree(queries.windows(path, range)));
        }
        return all;
    }

    @Override
    public JsonNode changes(Instant from, Instant to) {
        return tree(HistoryJson.of(queries.changes(range(from, to))));
    }

    @Override
    public JsonNode report(Duration last) {
        return tree(HistoryJson.of(queries.report(TimeRange.last(last, Instant.now()))));
    }

    private static TimeRange range(Instant from, Instant to) {
        return TimeRange.last(Duration.between(from, to), to);
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
