package io.ringtail.processors.history.report;

import io.ringtail.processors.analysis.effect.Metric;
import io.ringtail.processors.history.Configuration;
import io.ringtail.processors.history.PathReport;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.processors.history.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings that a path ran under, side by side. Pure. */
final class ConfigurationBlocks {
    private static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9);

    private ConfigurationBlocks() {}

    static List<Block> of(List<Configuration> all) {
        if (all.size() < 2) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(""),
                Column.text("since"),
                Column.number("windows"),
                Column.number("tx/s"),
                Column.number("prober CPU/tx"),
                Column.number("resp. CPU/tx")));
        SHOWN.forEach(percent -> columns.add(Column.number(TextUnits.percentile(percent))));
        return List.of(
                new Block.Heading(3, "Settings side by side"),
                new Block.Table(
                        columns, all.stream().map(ConfigurationBlocks::row).toList()),
                new Block.Points(all.stream().map(ConfigurationBlocks::settings).toList()),
                new Block.Prose("In brackets: what the changes that led there moved, significant at 95 %."));
    }

    private static List<String> row(Configuration each) {
        PathReport report = each.report();
        List<String> cells = new ArrayList<>(List.of(
                each.name(),
                TextUnits.second(each.sinceEpochNs()),
                TextUnits.count(report.windows()),
                marked(each, Metric.TRANSACTIONS.label(), PathBlocks.perSecond(report.tps())),
                marked(each, Metric.PROBER_DEMAND.label(), TextUnits.duration(report.proberBusyNsPerTx())),
                marked(each, Metric.RESPONDER_DEMAND.label(), TextUnits.duration(report.responderBusyNsPerTx()))));
        SHOWN.forEach(percent -> cells.add(marked(
                each,
                TextUnits.percentile(percent),
                TextUnits.duration(PercentileValue.valueNs(report.percentiles(), percent)))));
        return cells;
    }

    private static String marked(Configuration each, String metric, String value) {
        return each.moved().contains(metric) ? "[" + value + "]" : value;
    }

    private static String settings(Configuration each) {
        return each.name() + ": "
                + each.settings().entrySet().stream()
                        .map(ConfigurationBlocks::setting)
                        .collect(Collectors.joining(", "));
    }

    private static String setting(Map.Entry<String, String> setting) {
        return setting.getKey() + " = " + setting.getValue();
    }
}
