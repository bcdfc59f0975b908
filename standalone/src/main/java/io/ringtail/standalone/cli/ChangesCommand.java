package io.ringtail.standalone.cli;

import io.ringtail.processors.history.ChangesText;
import io.ringtail.processors.history.HistoryJson;
import picocli.CommandLine.Command;

/** What was changed. */
@Command(name = "changes", description = "List the settings that changed, on which end, from what to what.")
final class ChangesCommand extends HistoryOptions {
    @Override
    public Integer call() {
        return ask(queries ->
                range -> json ? HistoryJson.of(queries.changes(range)) : ChangesText.of(queries.changes(range)));
    }
}
