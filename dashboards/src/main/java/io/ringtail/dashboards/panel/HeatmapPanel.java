package io.ringtail.dashboards.panel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.dashboards.Json;
import io.ringtail.dashboards.Query;

/**
 * A distribution over time from counts of buckets: {@code time}, {@code metric} (the bucket's upper bound in ns), {@code
 * value} (its own samples, not cumulated).
 */
public final class HeatmapPanel extends Panel {
    /** With a title that is a question or a fact, and a description that says how the counts are made. */
    public HeatmapPanel(String title, String description, Query query) {
        super("heatmap", title, description, "short", list(query));
    }

    @Override
    ObjectNode options() {
        ObjectNode options = Json.object().put("calculate", false).put("cellGap", 0);
        options.putObject("cellValues").put("unit", "short");
        options.putObject("color")
                .put("exponent", 0.4)
                .put("fill", "dark-orange")
                .put("mode", "scheme")
                .put("reverse", true)
                .put("scale", "exponential")
                .put("scheme", "Blues")
                .put("steps", 64);
        options.putObject("exemplars").put("color", "rgba(255,0,255,0.7)");
        options.putObject("filterValues").put("le", 1e-9);
        options.putObject("legend").put("show", true);
        options.putObject("rowsFrame").put("layout", "le");
        options.putObject("tooltip")
                .put("mode", "single")
                .put("showColorScale", true)
                .put("yHistogram", true);
        options.putObject("yAxis")
                .put("axisPlacement", "left")
                .put("reverse", false)
                .put("unit", "ns");
        return options;
    }

    @Override
    ObjectNode custom() {
        ObjectNode custom = Json.object();
        custom.putObject("scaleDistribution").put("type", "linear");
        return custom;
    }
}
