package io.ringtail.dashboards;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Marks over all panels of a board.
 *
 * @param name what the viewer reads
 * @param color its colour
 * @param sql gives {@code time}, {@code timeend} where it lasts, {@code text}, {@code tags}
 */
public record Annotation(String name, String color, String sql) {
    /** As the board has it. */
    ObjectNode json() {
        ObjectNode node = Json.object();
        node.set("datasource", Json.datasource());
        node.put("enable", true).put("iconColor", color).put("name", name);
        node.set("target", Query.table(sql).target("Anno"));
        return node;
    }
}
