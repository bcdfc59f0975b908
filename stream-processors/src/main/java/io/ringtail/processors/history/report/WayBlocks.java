package io.ringtail.processors.history.report;

import io.ringtail.processors.analysis.accounts.Accounts;
import io.ringtail.processors.history.PathAccounts;
import io.ringtail.processors.history.PathDetails;
import io.ringtail.processors.history.PathSegments;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.processors.history.report.Block.Column;
import java.util.ArrayList;
import java.util.List;

/** Where a round trip's time goes: by CPU time, and by the kernels' stamps. Pure. */
final class WayBlocks {
    private static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0);

    private WayBlocks() {}

    static List<Block> of(PathDetails path) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(3, "Where a round trip goes"));
        blocks.add(new Block.Points(accounts(path.accounts())));
        if (!path.segments().segments().isEmpty()) {
            blocks.add(segments(path.segments()));
        }
        return blocks;
    }

    private static List<String> accounts(PathAccounts each) {
        if (each.accounts() == null) {
            return List.of("not given by CPU time: " + each.absence());
        }
        Accounts accounts = each.accounts();
        List<String> lines = new ArrayList<>();
        lines.add(sum(accounts));
        if (accounts.timer() != null) {
            lines.add("unaccounted " + rest(accounts) + " of " + TextUnits.duration(accounts.meanNs()) + ", "
                    + accounts.timer());
        }
        lines.addAll(accounts.remarks());
        return lines;
    }

    private static String sum(Accounts accounts) {
        String wire = accounts.wireNs() == null ? "" : " + wire " + TextUnits.duration(accounts.wireNs());
        return TextUnits.duration(accounts.meanNs()) + " = CPU of the prober "
                + TextUnits.duration(accounts.proberCpuNs()) + " + CPU of the responder "
                + TextUnits.duration(accounts.responderCpuNs()) + wire + " + rest " + rest(accounts);
    }

    private static String rest(Accounts accounts) {
        return accounts.restNs() < 0
                ? "-" + TextUnits.duration(-accounts.restNs())
                : TextUnits.duration(accounts.restNs());
    }

    private static Block segments(PathSegments path) {
        double wholeNs =
                path.segments().stream().mapToDouble(PathSegments.Part::meanNs).sum();
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(TextUnits.count(path.trips()) + " stamped"),
                Column.number("mean"),
                Column.number("share")));
        SHOWN.forEach(percent -> columns.add(Column.number(TextUnits.percentile(percent))));
        return new Block.Table(
                columns,
                path.segments().stream().map(part -> row(part, wholeNs)).toList());
    }

    private static List<String> row(PathSegments.Part part, double wholeNs) {
        List<String> cells = new ArrayList<>(List.of(
                words(part.segment()),
                TextUnits.duration(part.meanNs()),
                TextUnits.number("%.0f %%", 100 * part.meanNs() / wholeNs)));
        SHOWN.forEach(percent -> cells.add(TextUnits.duration(PercentileValue.valueNs(part.percentiles(), percent))));
        return cells;
    }

    /** A segment's name as people say it. */
    static String words(String segment) {
        return switch (segment) {
            case "SCHEDULE" -> "prober late on its schedule";
            case "SEND" -> "prober: send to driver";
            case "WIRE" -> "NICs, wire, moderation (both ways)";
            case "RESPONDER_WAKE_UP" -> "responder: kernel to reflector";
            case "RESPONDER_SEND" -> "responder: reflector to driver";
            case "PROBER_WAKE_UP" -> "prober: kernel to prober";
            default -> segment;
        };
    }
}
