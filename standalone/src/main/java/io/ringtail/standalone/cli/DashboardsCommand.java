package io.ringtail.standalone.cli;

import io.ringtail.dashboards.Board;
import io.ringtail.dashboards.BoardJson;
import io.ringtail.dashboards.Boards;
import io.ringtail.standalone.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Grafana's boards. */
@Command(
        name = "dashboards",
        description = "Grafana's boards: export them as files for import or file provisioning.",
        subcommands = DashboardsCommand.Export.class)
final class DashboardsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Writes the boards. */
    @Command(name = "export", description = "Write each board as a JSON file, replacing those of the same names.")
    static final class Export implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "DIR", description = "Directory; it is made where it is missing.")
        private Path directory;

        @Override
        public Integer call() {
            try {
                Files.createDirectories(directory);
                for (Board board : Boards.all()) {
                    Path file = directory.resolve(board.uid() + ".json");
                    Files.writeString(file, BoardJson.text(board));
                    spec.commandLine().getOut().println(file + "  " + board.title());
                }
                return 0;
            } catch (IOException e) {
                throw new UserError(
                        UserError.CANNOT_CREATE,
                        "The boards cannot be written to " + directory + ": "
                                + e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
