package io.ringtail.standalone;

import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.topology.Processing;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import java.nio.file.Path;
import java.util.Map;

/** The stream processors alone. */
public final class Processors {
    private final Settings settings;
    private final Terminal terminal;

    /** With the configuration in force. */
    public Processors(Settings settings, Terminal terminal) {
        this.settings = settings;
        this.terminal = terminal;
    }

    /** Runs until the process is told to end. */
    public void run() throws InterruptedException {
        String bootstrap = settings.config().bootstrap();
        AlertRules alerts = Alerting.rules(settings.config().alerts());
        Map<String, Object> kafka = KafkaAccess.properties(settings, bootstrap);
        try (Running running = new Running()) {
            DataDir data = running.add(
                    "data directory", DataDir.open(Path.of(settings.config().dataDir())));
            SchemaRegistry registry = Streaming.connect(running, settings, kafka, terminal);
            Processing processing = Streaming.processing(running, kafka, registry, data.resolve("state"), alerts);
            Metrics metrics = Measured.metrics();
            PartMetrics.processing(metrics, processing);
            Measured.serve(running, settings.config().metrics(), metrics, terminal);
            Streaming.awaitRunning(processing, terminal);
            terminal.tell("Processing for " + bootstrap);
            running.awaitEnd();
        }
    }
}
