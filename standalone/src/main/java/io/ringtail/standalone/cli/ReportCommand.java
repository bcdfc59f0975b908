package io.ringtail.standalone.cli;

import io.ringtail.processors.history.AccountsText;
import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.PathAccounts;
import io.ringtail.processors.history.PathSegments;
import io.ringtail.processors.history.Report;
import io.ringtail.processors.history.ReportText;
import io.ringtail.processors.history.SegmentsText;
import java.util.List;
import picocli.CommandLine.Command;

/** Percentiles, losses and changes of a range of time. */
@Command(
        name = "report",
        description =
                "Report each path's percentiles over a range of time (from merged histograms), losses, CPU and changes.")
final class ReportCommand extends HistoryOptions {
    @Override
    public Integer call() {
        return ask(queries -> range -> {
            Report report = queries.report(range);
            List<PathAccounts> accounts = queries.accounts(report);
            List<PathSegments> segments = queries.segments(report);
            return json
                    ? HistoryJson.of(report, accounts, segments)
                    : ReportText.of(report) + SegmentsText.of(segments) + AccountsText.of(accounts);
        });
    }
}
