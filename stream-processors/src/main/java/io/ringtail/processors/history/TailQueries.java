package io.ringtail.processors.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.processors.history.SuspectsReport.Moving;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Questions to the history about shifts and associations. Thread safe; throws as {@link HistoryQueries} does. */
public final class TailQueries {
    private static final int MOST_SHIFTS = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Sql sql;

    /** Of a store, which the caller closes. */
    public TailQueries(HistoryStore store) {
        this.sql = new Sql(store);
    }

    TailQueries(Sql sql) {
        this.sql = sql;
    }

    /**
     * Shifts of a range and what moves with the tail at its end.
     *
     * @param path id of a path, or a part of its label; empty for all
     */
    public SuspectsReport suspects(TimeRange range, String path) {
        return new SuspectsReport(
                shifts(range).stream().filter(each -> matches(each, path)).toList(),
                moving(range).stream()
                        .filter(each ->
                                each.pathId().equals(path) || each.label().contains(path))
                        .toList());
    }

    private static boolean matches(JsonNode shift, String path) {
        return shift.path("pathId").asText().equals(path)
                || shift.path("label").asText().contains(path);
    }

    private List<JsonNode> shifts(TimeRange range) {
        return sql.query(
                "select label, record from shifts where " + range.condition() + " order by ts desc limit "
                        + MOST_SHIFTS,
                row -> shift(row.getString("label"), row.getString("record")));
    }

    private static JsonNode shift(String label, String record) {
        try {
            JsonNode shift = JSON.readTree(record);
            ((ObjectNode) shift).put("label", label);
            return shift;
        } catch (JsonProcessingException e) {
            throw new HistoryException("a shift in the history is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private List<Moving> moving(TimeRange range) {
        List<Moving> all = sql.query(
                "select cast(ts as long) at, * from associations where " + range.condition()
                        + " order by ts desc limit " + HistoryQueries.MAX_ROWS,
                TailQueries::moving);
        Map<String, Long> newest = new HashMap<>();
        all.forEach(each -> newest.merge(each.pathId(), each.atEpochNs(), Math::max));
        return all.stream()
                .filter(each -> newest.get(each.pathId()).equals(each.atEpochNs()))
                .sorted(Comparator.comparing(Moving::label)
                        .thenComparing(each -> -Math.abs(each.correlation()))
                        .thenComparing(Moving::name))
                .toList();
    }

    private static Moving moving(ResultSet row) throws SQLException {
        return new Moving(
                Micros.toNs(row.getLong("at")),
                row.getString("path_id"),
                row.getString("label"),
                row.getString("end"),
                row.getString("name"),
                row.getString("over_queues"),
                row.getString("high"),
                Sql.doubleOrNull(row, "time_high"),
                Sql.doubleOrNull(row, "tail_in_high"),
                Sql.doubleOrNull(row, "lift"),
                Sql.doubleOrNull(row, "lift_low"),
                Sql.doubleOrNull(row, "lift_high"),
                row.getInt("lag"),
                Sql.doubleOrNull(row, "correlation"),
                Sql.doubleOrNull(row, "correlation_low"),
                Sql.doubleOrNull(row, "correlation_high"),
                Sql.doubleOrNull(row, "adjusted_p"),
                Sql.doubleOrNull(row, "given_load"),
                Sql.doubleOrNull(row, "given_load_p"),
                row.getBoolean("simulated"));
    }
}
