package io.ringtail.dashboards;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A question to the history, with Grafana's macros.
 *
 * @param sql the SQL; no macro's argument may contain a closing parenthesis, and of the interval's macros only {@code
 *     $__interval_ms} is fit for QuestDB
 * @param format how Grafana reads the answer
 */
public record Query(String sql, Format format) {
    /** How Grafana reads an answer. */
    public enum Format {
        /** A column {@code time}, then a column a series, or {@code metric} and {@code value}. */
        TIME_SERIES("time_series"),
        /** As it is. */
        TABLE("table");

        private final String json;

        Format(String json) {
            this.json = json;
        }
    }

    /** A time series. */
    public static Query series(String sql) {
        return new Query(sql.strip(), Format.TIME_SERIES);
    }

    /** A table. */
    public static Query table(String sql) {
        return new Query(sql.strip(), Format.TABLE);
    }

    /** As a panel's target. */
    public ObjectNode target(String refId) {
        ObjectNode target = Json.object();
        target.set("datasource", Json.datasource());
        return target.put("editorMode", "code")
                .put("format", format.json)
                .put("rawQuery", true)
                .put("rawSql", sql)
                .put("refId", refId);
    }
}
