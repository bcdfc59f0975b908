package io.ringtail.standalone.cli;

import io.ringtail.processors.history.AccountsText;
import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.PathAccounts;
import io.ringtail.processors.history.Report;
import io.ringtail.processors.history.ReportText;
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
            return json ? HistoryJson.of(report, accounts) : ReportText.of(report) + AccountsText.of(accounts);
        });
    }
}
