package io.ringtail.standalone.cli;

import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.SuspectsReport;
import io.ringtail.processors.history.SuspectsText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What nobody announced, and what moves with the tail. */
@Command(
        name = "suspects",
        description =
                "List shifts of the tail that nobody announced, each with its suspects, and the gauges that move with"
                        + " the tail.")
final class SuspectsCommand extends HistoryOptions {
    @Option(names = "--path", paramLabel = "PATH", defaultValue = "", description = "Path id, or a part of its label.")
    private String path;

    @Override
    public Integer call() {
        return ask(queries -> range -> {
            SuspectsReport suspects = queries.tail().suspects(range, path);
            return json ? HistoryJson.of(suspects) : SuspectsText.of(suspects);
        });
    }
}
