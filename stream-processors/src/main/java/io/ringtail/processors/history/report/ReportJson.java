package io.ringtail.processors.history.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.EffectJson;
import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.PathDetails;
import io.ringtail.processors.history.Report;
import java.util.List;

/**
 * A report as JSON: the fields of its records by the same names, so units stand in the names; what is absent is null.
 * Totals stand in {@code paths}, as the REST API has them; all else of a path in {@code details}. Pure.
 */
final class ReportJson {
    private ReportJson() {}

    static String of(DetailedReport report) {
        List<PathDetails> paths = report.paths();
        ObjectNode whole = (ObjectNode) HistoryJson.tree(new Report(
                report.range(), paths.stream().map(PathDetails::totals).toList(), report.changes()));
        whole.set(
                "segments",
                HistoryJson.tree(paths.stream().map(PathDetails::segments).toList()));
        whole.set(
                "accounts",
                HistoryJson.tree(paths.stream().map(PathDetails::accounts).toList()));
        whole.set("agents", HistoryJson.tree(report.agents()));
        ArrayNode details = whole.putArray("details");
        paths.forEach(path -> details.add(details(path)));
        return HistoryJson.write(whole);
    }

    private static JsonNode details(PathDetails path) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("pathId", path.totals().pathId());
        node.put("label", path.totals().label());
        node.set("configurations", HistoryJson.tree(path.configurations()));
        node.set("effects", EffectJson.tree(path.effects()));
        node.set("curve", HistoryJson.tree(path.curve()));
        node.set("missing", HistoryJson.tree(path.missing()));
        node.set("proberSettings", HistoryJson.tree(path.proberSettings()));
        node.set("responderSettings", HistoryJson.tree(path.responderSettings()));
        return node;
    }
}
