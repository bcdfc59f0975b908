package io.ringtail.standalone.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.ringtail.standalone.local.Finding.State;
import java.util.List;
import java.util.Locale;

/** What can be seen on this host and what cannot. */
public record Diagnosis(List<Finding> findings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** As a table: what is missing has a second line with what would give it and what its absence costs. */
    public String text(boolean withUnsupported) {
        StringBuilder text = new StringBuilder();
        long hidden = findings.stream()
                .filter(finding -> !withUnsupported && isSetting(finding))
                .count();
        for (Finding finding : findings) {
            if (withUnsupported || !isSetting(finding)) {
                line(finding, text);
            }
        }
        if (hidden > 0) {
            text.append("(").append(hidden).append(" groups of settings that interfaces do not have: --all)\n");
        }
        return text.toString();
    }

    /** As JSON: an array of findings. */
    public String json() {
        ArrayNode all = JSON.createArrayNode();
        findings.forEach(finding -> all.addObject()
                .put("source", finding.source())
                .put("object", finding.object())
                .put("what", finding.what())
                .put("state", word(finding.state()))
                .put("detail", finding.detail())
                .put("needs", finding.needs())
                .put("cost", finding.cost()));
        return all.toPrettyString();
    }

    private static boolean isSetting(Finding finding) {
        return finding.source().equals("settings") && finding.state() == State.UNSUPPORTED;
    }

    private static void line(Finding finding, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "%-11s %-10s %-18s %-26s %s%n",
                word(finding.state()),
                finding.source(),
                finding.object(),
                finding.what(),
                finding.detail()));
        if (!finding.needs().isEmpty() || !finding.cost().isEmpty()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-22s %s%s%n",
                    "",
                    finding.needs().isEmpty() ? "" : "needs " + finding.needs() + "; ",
                    "costs: " + finding.cost()));
        }
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
