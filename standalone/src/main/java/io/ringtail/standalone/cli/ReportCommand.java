package io.ringtail.standalone.cli;

import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.ReportText;
import picocli.CommandLine.Command;

/** Percentiles, losses and changes of a range of time. */
@Command(
        name = "report",
        description =
                "Report each path's percentiles over a range of time (from merged histograms), losses, CPU and changes.")
final class ReportCommand extends HistoryOptions {
    @Override
    public Integer call() {
        return ask(queries ->
                range -> json ? HistoryJson.of(queries.report(range)) : ReportText.of(queries.report(range)));
    }
}
