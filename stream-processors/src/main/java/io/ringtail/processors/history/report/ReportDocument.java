package io.ringtail.processors.history.report;

import io.ringtail.processors.history.AgentNote;
import io.ringtail.processors.history.ChangeEntry;
import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.processors.history.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A report as a document. Pure. */
final class ReportDocument {
    private static final List<Column> CHANGES = List.of(
            Column.text("seen at"),
            Column.text("host"),
            Column.text("of"),
            Column.text("setting"),
            Column.text("before"),
            Column.text("after"),
            Column.text("noticed by"),
            Column.number("within"));
    private static final List<Column> AGENTS = List.of(
            Column.text("host"),
            Column.text("version"),
            Column.text("state"),
            Column.number("records lost"),
            Column.number("own pauses"),
            Column.text("not read"));

    private ReportDocument() {}

    static List<Block> of(DetailedReport report) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(1, title(report)));
        if (report.paths().isEmpty()) {
            blocks.add(new Block.Prose("No path has windows in this time."));
        }
        report.paths()
                .forEach(path ->
                        blocks.addAll(PathBlocks.of(path, report.changes().rows())));
        blocks.add(new Block.Heading(2, "Changes"));
        changes(report, blocks);
        if (!report.agents().isEmpty()) {
            blocks.add(new Block.Heading(2, "Agents"));
            blocks.add(new Block.Table(
                    AGENTS, report.agents().stream().map(ReportDocument::agent).toList()));
        }
        return blocks;
    }

    static String title(DetailedReport report) {
        return "Ringtail report, " + TextUnits.moment(report.range().fromEpochNs()) + " to "
                + TextUnits.moment(report.range().toEpochNs()) + " UTC";
    }

    private static void changes(DetailedReport report, List<Block> blocks) {
        if (report.changes().rows().isEmpty()) {
            blocks.add(new Block.Prose("No changes."));
            return;
        }
        blocks.add(new Block.Table(
                CHANGES,
                report.changes().rows().stream().flatMap(ReportDocument::rows).toList()));
        if (report.changes().cut()) {
            blocks.add(new Block.Prose("More changes follow: choose a shorter time."));
        }
    }

    private static Stream<List<String>> rows(ChangeEntry change) {
        return change.knobs().stream()
                .map(knob -> List.of(
                        TextUnits.moment(change.toEpochNs()),
                        TextUnits.host(change.host(), change.netns()) + (change.simulated() ? " (simulated)" : ""),
                        change.object(),
                        TextUnits.setting(knob.name(), knob.queue()),
                        value(knob.oldValue(), knob.unit()),
                        value(knob.newValue(), knob.unit()),
                        change.trigger().toLowerCase(Locale.ROOT),
                        TextUnits.duration(change.toEpochNs() - change.fromEpochNs())));
    }

    private static String value(String value, String unit) {
        return value == null ? "not known" : unit == null || unit.equals("count") ? value : value + " " + unit;
    }

    private static List<String> agent(AgentNote agent) {
        return List.of(
                TextUnits.host(agent.host(), agent.netns()),
                agent.version(),
                agent.state(),
                TextUnits.count(agent.lost()),
                TextUnits.count(agent.stalls()),
                agent.reasons() == null ? "nothing" : agent.reasons());
    }
}
