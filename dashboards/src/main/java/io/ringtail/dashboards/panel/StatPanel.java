package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;

/** The newest values, large. */
public final class StatPanel extends Panel {
    /** With a title that is a question or a fact, and a description that says how the numbers are made. */
    public StatPanel(String title, String description, String unit, Query query) {
        super("stat", title, description, unit, list(query));
    }

    @Override
    ObjectNode options() {
        ObjectNode options = Json.object()
                .put("colorMode", "value")
                .put("graphMode", "none")
                .put("justifyMode", "auto")
                .put("orientation", "auto")
                .put("percentChangeColorMode", "standard");
        ObjectNode reduce = options.putObject("reduceOptions");
        reduce.putArray("calcs").add("lastNotNull");
        reduce.put("fields", "").put("values", false);
        return options.put("showPercentChange", false)
                .put("textMode", "value_and_name")
                .put("wideLayout", true);
    }

    @Override
    ObjectNode custom() {
        return Json.object();
    }
}
