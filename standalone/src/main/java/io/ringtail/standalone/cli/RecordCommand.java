package io.ringtail.standalone.cli;

import io.ringtail.standalone.capture.Recording;
import io.ringtail.standalone.config.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Raw records into a file. */
@Command(
        name = "record",
        description = {
            "Record what the agents send into one Avro file, e.g. for a bug report, until Ctrl-C.",
            "The settings in force at the beginning are always in it."
        })
final class RecordCommand extends Common {
    @Parameters(index = "0", paramLabel = "FILE", description = "The file; one that is there is overwritten.")
    private Path target;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers to read from (default 127.0.0.1:9092).")
    void bootstrap(String value) {
        set("ringtail.bootstrap", value);
    }

    @Option(names = "--for", paramLabel = "TIME", description = "End after this long: 90s, 10m.")
    private String length;

    @Option(names = "--from-start", description = "Begin with the oldest records that the brokers keep.")
    private boolean fromStart;

    @Option(
            names = "--anonymise",
            description = "Hash addresses and names of processes, each always the same within this file.")
    private boolean anonymise;

    @Override
    public Integer call() throws Exception {
        new Recording(settings(), terminal(), target, length(), fromStart, anonymise).run();
        return 0;
    }

    private Optional<Duration> length() {
        try {
            return Optional.ofNullable(length).map(Durations::parse);
        } catch (IllegalArgumentException e) {
            throw usage("--for: " + e.getMessage());
        }
    }
}
