package io.ringtail.processors.history;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as text, readable in 100 columns. Pure. */
public final class ReportText {
    private ReportText() {}

    /** A block for each path, then the changes. */
    public static String of(Report report) {
        String head = "From " + TextUnits.moment(report.range().fromEpochNs()) + " to "
                + TextUnits.moment(report.range().toEpochNs()) + " UTC\n\n";
        String paths = report.paths().isEmpty()
                ? "No path has windows in this time.\n\n"
                : report.paths().stream().map(ReportText::path).collect(Collectors.joining());
        return head + paths + "Changes (UTC)\n" + ChangesText.of(report.changes());
    }

    private static String path(PathReport path) {
        return path.label() + (path.simulated() ? "  (simulated)" : "") + "\n"
                + "  " + counts(path) + "\n"
                + "  " + oddities(path) + "\n"
                + percentiles(path)
                + absences(path.percentiles())
                + "  " + demand(path) + "\n\n";
    }

    private static String counts(PathReport path) {
        return "sent " + TextUnits.count(path.sent()) + "   received " + TextUnits.count(path.received()) + "   lost "
                + TextUnits.count(path.lost()) + " (" + TextUnits.share(path.lost(), path.sent()) + ")   windows "
                + TextUnits.count(path.windows());
    }

    private static String oddities(PathReport path) {
        return "duplicated " + TextUnits.count(path.duplicated()) + "   late " + TextUnits.count(path.late())
                + "   reordered " + TextUnits.count(path.reordered()) + "   flagged "
                + TextUnits.count(path.flagged());
    }

    private static String percentiles(PathReport path) {
        Stream<String> names = Stream.concat(
                Stream.of("min"),
                Stream.concat(path.percentiles().stream().map(ReportText::name), Stream.of("max", "mean")));
        Stream<String> values = Stream.concat(
                Stream.of(TextUnits.duration(path.minNs())),
                Stream.concat(
                        path.percentiles().stream().map(each -> TextUnits.duration(each.valueNs())),
                        Stream.of(TextUnits.duration(path.maxNs()), TextUnits.duration(path.meanNs()))));
        return row(names) + row(values);
    }

    private static String row(Stream<String> cells) {
        return cells.map(cell -> String.format(Locale.ROOT, "%11s", cell)).collect(Collectors.joining("", "", "\n"));
    }

    private static String name(PercentileValue percentile) {
        String percent = TextUnits.number("%s", percentile.percent());
        return "p" + (percent.endsWith(".0") ? percent.substring(0, percent.length() - 2) : percent);
    }

    private static String absences(List<PercentileValue> percentiles) {
        Function<PercentileValue, String> line = each -> "  " + name(each) + " is absent: " + each.absence() + "\n";
        return percentiles.stream()
                .filter(each -> each.absence() != null)
                .map(line)
                .collect(Collectors.joining());
    }

    private static String demand(PathReport path) {
        String tps = path.tps() == null ? TextUnits.ABSENT : TextUnits.number("%,.1f", path.tps());
        return tps + " transactions/s   CPU per transaction: prober " + TextUnits.duration(path.proberBusyNsPerTx())
                + ", responder " + TextUnits.duration(path.responderBusyNsPerTx());
    }
}
