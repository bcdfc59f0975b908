package io.ringtail.processors.history.report;

import io.ringtail.processors.history.ChangeEntry;
import io.ringtail.processors.history.EffectText;
import io.ringtail.processors.history.Missing;
import io.ringtail.processors.history.PathDetails;
import io.ringtail.processors.history.PathReport;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.SettingAt;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.processors.history.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A path's part of a report. Pure. */
final class PathBlocks {
    private PathBlocks() {}

    static List<Block> of(PathDetails path, List<ChangeEntry> changes) {
        PathReport totals = path.totals();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(2, totals.label() + (totals.simulated() ? "  (simulated)" : "")));
        blocks.add(new Block.Prose(counts(totals)));
        blocks.add(percentiles(totals));
        absences(totals, blocks);
        blocks.add(new Block.Prose(demand(totals)));
        figure(path, changes, blocks);
        blocks.addAll(ConfigurationBlocks.of(path.configurations()));
        effects(path, blocks);
        blocks.addAll(WayBlocks.of(path));
        missing(path.missing(), blocks);
        settings("Settings of the prober", path.proberSettings(), blocks);
        settings("Settings of the responder", path.responderSettings(), blocks);
        return blocks;
    }

    private static String counts(PathReport path) {
        return "Sent " + TextUnits.count(path.sent()) + ", received " + TextUnits.count(path.received()) + ", lost "
                + TextUnits.count(path.lost()) + " (" + TextUnits.share(path.lost(), path.sent()) + "), duplicated "
                + TextUnits.count(path.duplicated()) + ", late " + TextUnits.count(path.late()) + ", reordered "
                + TextUnits.count(path.reordered()) + ", flagged " + TextUnits.count(path.flagged()) + "; "
                + TextUnits.count(path.windows()) + " windows.";
    }

    private static Block percentiles(PathReport path) {
        List<Column> columns = Stream.of(
                        Stream.of("min"),
                        path.percentiles().stream().map(each -> TextUnits.percentile(each.percent())),
                        Stream.of("max", "mean"))
                .flatMap(names -> names)
                .map(Column::number)
                .toList();
        List<String> values = Stream.of(
                        Stream.of(path.minNs()),
                        path.percentiles().stream().map(PercentileValue::valueNs),
                        Stream.of(path.maxNs(), path.meanNs()))
                .flatMap(numbers -> numbers)
                .map(number -> TextUnits.duration((Number) number))
                .toList();
        return new Block.Table(columns, List.of(values));
    }

    private static void absences(PathReport path, List<Block> blocks) {
        List<String> absent = path.percentiles().stream()
                .filter(each -> each.absence() != null)
                .map(each -> TextUnits.percentile(each.percent()) + " is absent: " + each.absence())
                .toList();
        if (!absent.isEmpty()) {
            blocks.add(new Block.Points(absent));
        }
    }

    private static String demand(PathReport path) {
        return perSecond(path.tps()) + " transactions/s. CPU per transaction: prober "
                + TextUnits.duration(path.proberBusyNsPerTx()) + ", responder "
                + TextUnits.duration(path.responderBusyNsPerTx()) + ".";
    }

    /** A rate with one digit after the point. */
    static String perSecond(Double tps) {
        return tps == null ? TextUnits.ABSENT : TextUnits.number("%,.1f", tps);
    }

    private static void figure(PathDetails path, List<ChangeEntry> changes, List<Block> blocks) {
        String id = path.totals().pathId();
        List<TimePlot.Mark> marks = changes.stream()
                .filter(change ->
                        change.paths().stream().anyMatch(each -> each.pathId().equals(id)))
                .map(change -> new TimePlot.Mark(
                        change.toEpochNs(),
                        change.host() + ": "
                                + change.knobs().stream()
                                        .map(ChangeEntry.Knob::name)
                                        .distinct()
                                        .collect(Collectors.joining(", "))))
                .toList();
        TimePlot plot = new TimePlot(path.heatMap(), path.curve(), marks);
        if (!plot.isEmpty()) {
            blocks.add(new Block.Figure(
                    "Round trips over time (UTC): the darker, the more; dashed lines are changes of settings.", plot));
        }
    }

    private static void effects(PathDetails path, List<Block> blocks) {
        if (!path.effects().isEmpty()) {
            blocks.add(new Block.Heading(3, "What changes did"));
            blocks.add(new Block.Points(
                    path.effects().stream().map(EffectText::line).toList()));
        }
    }

    private static void missing(Missing missing, List<Block> blocks) {
        List<String> points = new ArrayList<>();
        if (missing.windows() == 0) {
            points.add("the seconds have expired: sums of minutes or hours alone are left");
        }
        if (missing.secondsWithout() > 0) {
            points.add(TextUnits.count(missing.secondsWithout()) + " seconds between its windows have none");
        }
        missing.byCompleteness().stream()
                .filter(each -> !each.what().equals("COMPLETE"))
                .forEach(each -> points.add(TextUnits.count(each.windows()) + " windows are "
                        + each.what().toLowerCase(Locale.ROOT).replace('_', ' ')));
        missing.byRemark()
                .forEach(each -> points.add(TextUnits.count(each.windows()) + " windows carry " + each.what()));
        if (!points.isEmpty()) {
            blocks.add(new Block.Heading(3, "What is missing"));
            blocks.add(new Block.Points(points));
        }
    }

    private static void settings(String title, List<SettingAt> settings, List<Block> blocks) {
        if (settings.isEmpty()) {
            return;
        }
        List<Column> columns =
                List.of(Column.text("of"), Column.text("setting"), Column.text("value"), Column.text("since"));
        List<List<String>> rows = settings.stream()
                .map(each -> List.of(
                        each.object(),
                        TextUnits.setting(each.name(), each.queue()),
                        each.value() == null
                                ? "not known: " + each.absence()
                                : each.value() + (each.unit() == null ? "" : " " + each.unit()),
                        TextUnits.moment(each.sinceEpochNs())))
                .toList();
        blocks.add(
                new Block.Folded(title + " at the end (" + rows.size() + ")", List.of(new Block.Table(columns, rows))));
    }
}
