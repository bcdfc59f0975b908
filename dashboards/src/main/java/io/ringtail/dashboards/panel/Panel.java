package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A panel: a title that is a question or a fact, how its number is made, a unit, its queries. Built, then rendered. */
public abstract class Panel {
    private final String type;
    private final String title;
    private final String description;
    private final String unit;
    private final List<Query> queries;
    private final Map<String, String> columnUnits = new TreeMap<>();
    private int width = 24;
    private int height = 8;

    Panel(String type, String title, String description, String unit, List<Query> queries) {
        this.type = type;
        this.title = title;
        this.description = description;
        this.unit = unit;
        this.queries = List.copyOf(queries);
    }

    /** Of 24 columns, and so many rows. */
    public final Panel size(int newWidth, int newHeight) {
        width = newWidth;
        height = newHeight;
        return this;
    }

    /** A column or series of another unit than the panel's. */
    public final Panel column(String name, String columnUnit) {
        columnUnits.put(name, columnUnit);
        return this;
    }

    /** Columns that it takes. */
    public final int width() {
        return width;
    }

    /** Rows that it takes. */
    public final int height() {
        return height;
    }

    /** What it asks. */
    public final List<Query> queries() {
        return queries;
    }

    /** Its title. */
    public final String title() {
        return title;
    }

    /** Kind of panel, as Grafana names it. */
    public final String type() {
        return type;
    }

    /** As the board has it. */
    public final ObjectNode json(int id, int x, int y) {
        ObjectNode node = Json.object();
        node.set("datasource", Json.datasource());
        node.put("description", description);
        node.set("fieldConfig", fieldConfig());
        node.putObject("gridPos").put("h", height).put("w", width).put("x", x).put("y", y);
        node.put("id", id).put("interval", "1s");
        node.set("options", options());
        ArrayNode targets = node.putArray("targets");
        List<String> refIds = List.of("A", "B", "C", "D");
        for (int i = 0; i < queries.size(); i++) {
            targets.add(queries.get(i).target(refIds.get(i)));
        }
        return node.put("title", title).put("type", type);
    }

    private ObjectNode fieldConfig() {
        ObjectNode config = Json.object();
        ObjectNode defaults = config.putObject("defaults");
        ObjectNode custom = custom();
        if (!custom.isEmpty()) {
            defaults.set("custom", custom);
        }
        if (!unit.isEmpty()) {
            defaults.put("unit", unit);
        }
        ArrayNode overrides = config.putArray("overrides");
        columnUnits.forEach((name, columnUnit) -> {
            ObjectNode override = overrides.addObject();
            override.putObject("matcher").put("id", "byName").put("options", name);
            override.putArray("properties").addObject().put("id", "unit").put("value", columnUnit);
        });
        return config;
    }

    /** The kind's options. */
    abstract ObjectNode options();

    /** The kind's own field options. */
    abstract ObjectNode custom();

    static List<Query> list(Query... queries) {
        return new ArrayList<>(List.of(queries));
    }
}
