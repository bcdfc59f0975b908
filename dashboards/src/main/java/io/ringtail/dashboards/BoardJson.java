package io.ringtail.dashboards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.panel.Panel;

/** A board as Grafana's classic JSON, schema version 42: what file provisioning takes. The same each time. Stateless. */
public final class BoardJson {
    private static final int SCHEMA_VERSION = 42;
    private static final int COLUMNS = 24;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private BoardJson() {}

    /** The file of a board. */
    public static String text(Board board) {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        try {
            return MAPPER.writer(new DefaultPrettyPrinter()
                                    .withObjectIndenter(lines)
                                    .withArrayIndenter(lines))
                            .writeValueAsString(of(board))
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write the board " + board.uid(), e);
        }
    }

    /** A board. */
    public static ObjectNode of(Board board) {
        ObjectNode node = Json.object();
        ArrayNode annotations = node.putObject("annotations").putArray("list");
        board.annotations().forEach(each -> annotations.add(each.json()));
        node.put("description", board.description()).put("editable", false).put("fiscalYearStartMonth", 0);
        node.put("graphTooltip", 1).putArray("links");
        node.set("panels", panels(board));
        node.put("preload", false).put("refresh", board.refresh()).put("schemaVersion", SCHEMA_VERSION);
        node.putArray("tags").add("ringtail");
        ArrayNode variables = node.putObject("templating").putArray("list");
        variables.add(datasource());
        board.variables().forEach(each -> variables.add(each.json()));
        node.putObject("time").put("from", board.from()).put("to", "now");
        ArrayNode intervals = node.putObject("timepicker").putArray("refresh_intervals");
        for (String each : new String[] {"1s", "5s", "10s", "30s", "1m"}) {
            intervals.add(each);
        }
        return node.put("timezone", "utc")
                .put("title", board.title())
                .put("uid", board.uid())
                .put("version", 1);
    }

    private static ObjectNode datasource() {
        return Json.object()
                .put("label", "Data source")
                .put("name", "datasource")
                .put("query", "grafana-postgresql-datasource")
                .put("refresh", 1)
                .put("regex", "")
                .put("type", "datasource");
    }

    /** Panels flow from left to right; a row is as high as its first panel. */
    private static ArrayNode panels(Board board) {
        ArrayNode all = MAPPER.createArrayNode();
        int x = 0;
        int y = 0;
        int height = 0;
        int id = 1;
        for (Panel panel : board.panels()) {
            if (x + panel.width() > COLUMNS) {
                y += height;
                x = 0;
            }
            height = x == 0 ? panel.height() : height;
            all.add(panel.json(id++, x, y));
            x += panel.width();
        }
        return all;
    }
}
