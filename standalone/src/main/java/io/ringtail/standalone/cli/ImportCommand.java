package io.ringtail.standalone.cli;

import io.ringtail.collectors.AgentConfig;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.capture.Import;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Other tools' output. */
@Command(
        name = "import",
        description = {
            "Turn what another tool measured into a file for ringtail replay:",
            "the file of sockperf --full-log, or what ping -D printed.",
            "netperf prints a mean and, on request, percentiles, but no round trips: there is nothing to import."
        })
final class ImportCommand extends Common {
    @Parameters(index = "0", paramLabel = "sockperf|ping", description = "The tool.")
    private Import.Tool tool;

    @Parameters(index = "1", paramLabel = "OUTPUT", description = "What it wrote.")
    private Path source;

    @Parameters(index = "2", paramLabel = "FILE", description = "The file to write.")
    private Path target;

    @Option(names = "--host-name", paramLabel = "NAME", description = "Host that it ran on (default: this one).")
    private String host;

    @Option(names = "--responder", paramLabel = "NAME", description = "The other end, where the output does not say.")
    private String responder = "";

    @Override
    public Integer call() {
        String prober = host == null ? AgentConfig.defaults().host() : host;
        try {
            Import.Outcome outcome = new Import(tool, prober, responder).run(source, target);
            if (outcome.answered() == 0) {
                throw new UserError(UserError.CONFIG, source + " has no round trips of " + tool + " in it");
            }
            terminal()
                    .result(outcome.answered() + " round trips and " + outcome.lost() + " losses in "
                            + outcome.batches() + " records" + skipped(outcome));
            return 0;
        } catch (IOException e) {
            throw new UserError(UserError.CANNOT_CREATE, "Cannot import " + source + ": " + e.getMessage());
        }
    }

    private static String skipped(Import.Outcome outcome) {
        return outcome.skippedLines() == 0 ? "" : "; " + outcome.skippedLines() + " lines could not be read";
    }
}
