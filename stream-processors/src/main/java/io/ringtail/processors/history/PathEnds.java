package io.ringtail.processors.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Both ends of a path, as its windows name them. */
record PathEnds(PathEnd prober, PathEnd responder) {
    private static final String QUERY = "select distinct path_id, prober_host, prober_netns, prober_interface,"
            + " responder_host, responder_netns, responder_interface from windows where ";

    /** Of each path that has windows by the second in a range, by its id. */
    static Map<String, PathEnds> of(Sql sql, TimeRange range) {
        Map<String, PathEnds> byPath = new HashMap<>();
        sql.query(QUERY + range.condition(), row -> byPath.put(row.getString("path_id"), read(row)));
        return byPath;
    }

    private static PathEnds read(ResultSet row) throws SQLException {
        return new PathEnds(end(row, "prober"), end(row, "responder"));
    }

    private static PathEnd end(ResultSet row, String which) throws SQLException {
        return new PathEnd(
                which.equals("prober"),
                row.getString(which + "_host"),
                Objects.requireNonNullElse(row.getString(which + "_netns"), ""),
                Objects.requireNonNullElse(row.getString(which + "_interface"), ""));
    }

    List<PathEnd> both() {
        return List.of(prober, responder);
    }
}
