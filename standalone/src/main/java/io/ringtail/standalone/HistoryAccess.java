package io.ringtail.standalone;

import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.RemoteHistoryConfig;
import io.ringtail.processors.history.RemoteQuestDb;
import io.ringtail.processors.history.Retention;
import io.ringtail.standalone.config.RingtailConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How a command reaches the history of a Ringtail that runs: over PG wire, with the password that it keeps. */
public final class HistoryAccess {
    private HistoryAccess() {}

    /**
     * Opens the history; the caller closes it.
     *
     * @throws UserError if there is none at this data directory, or its password may not be read
     */
    public static HistoryStore open(RingtailConfig config) {
        RingtailConfig.History history = config.history();
        return RemoteQuestDb.toAsk(
                history.server().isPresent()
                        ? Serving.remoteConfig(history, history.server().get())
                        : local(config));
    }

    private static RemoteHistoryConfig local(RingtailConfig config) {
        RingtailConfig.History history = config.history();
        Path directory = Path.of(config.dataDir()).resolve("history");
        return new RemoteHistoryConfig(
                "127.0.0.1",
                history.pgPort(),
                history.httpPort(),
                history.user(),
                history.password().orElseGet(() -> password(directory)),
                Retention.DEFAULT);
    }

    private static String password(Path directory) {
        Path file = directory.resolve("password");
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            String why = Files.exists(file) ? "its password may not be read (" + file + ")" : "there is none";
            throw new UserError(
                    UserError.UNAVAILABLE,
                    "Cannot ask the history in " + directory.toAbsolutePath().normalize() + ": " + why
                            + ". Start ringtail up, or name the directory of the one that runs by --data-dir.");
        }
    }
}
