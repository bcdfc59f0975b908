package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;

/** A table as the query gives it. */
public final class TablePanel extends Panel {
    /** With a title that is a question or a fact, and a description that says how the numbers are made. */
    public TablePanel(String title, String description, Query query) {
        super("table", title, description, "", list(query));
    }

    @Override
    ObjectNode options() {
        return Json.object().put("cellHeight", "sm").put("showHeader", true);
    }

    @Override
    ObjectNode custom() {
        return Json.object().put("filterable", true);
    }
}
