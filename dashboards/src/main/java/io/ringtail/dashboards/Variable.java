package io.ringtail.dashboards;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a viewer chooses: one value of a query. A single value is always some text, if an empty one, so that no {@code IN
 * ()} can come of it.
 *
 * @param name name, as the SQL has it: {@code ${name:sqlstring}}
 * @param label what the viewer reads
 * @param sql gives {@code __text} and {@code __value}
 */
public record Variable(String name, String label, String sql) {
    /** As the board's templating has it. */
    ObjectNode json() {
        ObjectNode node = Json.object();
        node.set("datasource", Json.datasource());
        return node.put("label", label)
                .put("multi", false)
                .put("name", name)
                .put("query", sql)
                .put("refresh", 2)
                .put("sort", 1)
                .put("type", "query");
    }
}
