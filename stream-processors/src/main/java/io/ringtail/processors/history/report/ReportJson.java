package io.ringtail.processors.history.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.EffectJson;
import io.ringtail.processors.history.PathDetails;
import io.ringtail.processors.history.Report;
import java.util.List;

/**
 * A report as JSON: the fields of its records by the same names, so units stand in the names; what is absent is null.
 * Totals stand in {@code paths}, as the REST API has them; all else of a path in {@code details}. Pure.
 */
final class ReportJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportJson() {}

    static String of(DetailedReport report) {
        List<PathDetails> paths = report.paths();
        ObjectNode whole = MAPPER.valueToTree(new Report(
                report.range(), paths.stream().map(PathDetails::totals).toList(), report.changes()));
        whole.set(
                "segments",
                MAPPER.valueToTree(paths.stream().map(PathDetails::segments).toList()));
        whole.set(
                "accounts",
                MAPPER.valueToTree(paths.stream().map(PathDetails::accounts).toList()));
        whole.set("agents", MAPPER.valueToTree(report.agents()));
        ArrayNode details = whole.putArray("details");
        paths.forEach(path -> details.add(details(path)));
        try {
            return MAPPER.writeValueAsString(whole) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + e.getMessage(), e);
        }
    }

    private static JsonNode details(PathDetails path) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("pathId", path.totals().pathId());
        node.put("label", path.totals().label());
        node.set("configurations", MAPPER.valueToTree(path.configurations()));
        node.set("effects", EffectJson.tree(path.effects()));
        node.set("curve", MAPPER.valueToTree(path.curve()));
        node.set("missing", MAPPER.valueToTree(path.missing()));
        node.set("proberSettings", MAPPER.valueToTree(path.proberSettings()));
        node.set("responderSettings", MAPPER.valueToTree(path.responderSettings()));
        return node;
    }
}
