package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;

/** Curves over time. Gaps stay gaps. */
public final class TimeSeriesPanel extends Panel {
    private boolean logarithmic;
    private boolean stacked;

    /** With a title that is a question or a fact, and a description that says how the numbers are made. */
    public TimeSeriesPanel(String title, String description, String unit, Query... queries) {
        super("timeseries", title, description, unit, list(queries));
    }

    /** On a logarithmic axis. */
    public TimeSeriesPanel logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Stacked on each other. */
    public TimeSeriesPanel stacked() {
        stacked = true;
        return this;
    }

    @Override
    ObjectNode options() {
        ObjectNode options = Json.object();
        ObjectNode legend = options.putObject("legend");
        legend.putArray("calcs").add("lastNotNull").add("max");
        legend.put("displayMode", "table").put("placement", "bottom").put("showLegend", true);
        options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
        return options;
    }

    @Override
    ObjectNode custom() {
        ObjectNode custom = Json.object().put("drawStyle", "line").put("fillOpacity", stacked ? 40 : 0);
        custom.put("lineWidth", 1).put("showPoints", "never").put("spanNulls", false);
        if (logarithmic) {
            custom.putObject("scaleDistribution").put("log", 10).put("type", "log");
        }
        custom.putObject("stacking").put("group", "A").put("mode", stacked ? "normal" : "none");
        return custom;
    }
}
