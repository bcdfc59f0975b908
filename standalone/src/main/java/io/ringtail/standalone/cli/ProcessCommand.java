package io.ringtail.standalone.cli;

import io.ringtail.standalone.Processors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The stream processors alone. */
@Command(name = "process", description = "Run the stream processors; several instances share the work.")
final class ProcessCommand extends Common {
    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Kafka brokers (default 127.0.0.1:9092).")
    void bootstrap(String value) {
        set("ringtail.bootstrap", value);
    }

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the state lives (default ./ringtail-data); it is rebuilt if lost.")
    void dataDir(String value) {
        set("ringtail.data-dir", value);
    }

    @Override
    public Integer call() throws Exception {
        new Processors(settings(), terminal()).run();
        return 0;
    }
}
