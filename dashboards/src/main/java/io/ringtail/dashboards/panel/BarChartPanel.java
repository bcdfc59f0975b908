package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;

/** Bars side by side: the first column names them, each other is a series. */
public final class BarChartPanel extends Panel {
    /** With a title that is a question or a fact, and a description that says how the numbers are made. */
    public BarChartPanel(String title, String description, String unit, Query query) {
        super("barchart", title, description, unit, list(query));
    }

    @Override
    ObjectNode options() {
        ObjectNode options = Json.object()
                .put("barRadius", 0)
                .put("barWidth", 0.97)
                .put("fullHighlight", false)
                .put("groupWidth", 0.8);
        ObjectNode legend = options.putObject("legend");
        legend.putArray("calcs");
        legend.put("displayMode", "list").put("placement", "bottom").put("showLegend", true);
        options.put("orientation", "vertical").put("showValue", "never").put("stacking", "none");
        options.putObject("tooltip").put("mode", "multi").put("sort", "none");
        return options.put("xTickLabelRotation", -45).put("xTickLabelSpacing", 100);
    }

    @Override
    ObjectNode custom() {
        return Json.object().put("fillOpacity", 70).put("lineWidth", 0);
    }
}
