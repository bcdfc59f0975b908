package io.ringtail.standalone.cli;

import io.ringtail.processors.analysis.alert.AlertCatalogue;
import io.ringtail.processors.history.AlertEntry;
import io.ringtail.processors.history.AlertsText;
import io.ringtail.processors.history.Bounded;
import io.ringtail.processors.history.HistoryJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What fires and what fired. */
@Command(name = "alerts", description = "List alerts: what fires, and what was resolved in the time.")
final class AlertsCommand extends HistoryOptions {
    @Option(names = "--firing", description = "Only what fires still, however long ago it began.")
    private boolean firing;

    @Option(names = "--rules", description = "Print the rules that ship, as an example for a file of your own.")
    private boolean rules;

    @Override
    public Integer call() {
        if (rules) {
            terminal().result(AlertCatalogue.text().stripTrailing());
            return 0;
        }
        return ask(queries -> range -> {
            Bounded<AlertEntry> alerts = queries.alerts().alerts(range, firing);
            return json ? HistoryJson.write(alerts) : AlertsText.of(alerts);
        });
    }

    @Override
    protected String usualLast() {
        return "24h";
    }
}
