package io.ringtail.standalone;

import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.HistoryWriter;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.serve.WebServer;
import java.nio.file.Path;
import java.util.Map;

/** What the outside talks to, alone: page, REST, history writer. */
public final class Serve {
    private final Settings settings;
    private final Terminal terminal;

    /** With the configuration in force. */
    public Serve(Settings settings, Terminal terminal) {
        this.settings = settings;
        this.terminal = terminal;
    }

    /** Runs until the process is told to end. */
    public void run() throws InterruptedException {
        RingtailConfig config = settings.config();
        Alerting.check(config.alerts());
        Alerting.rules(config.alerts());
        Map<String, Object> kafka = KafkaAccess.properties(settings, config.bootstrap());
        try (Running running = new Running()) {
            DataDir data = running.add("data directory", DataDir.open(Path.of(config.dataDir())));
            SchemaRegistry registry = Streaming.connect(running, settings, kafka, terminal);
            HistoryStore history = running.add("history", Serving.history(config.history(), data.resolve("history")));
            terminal.tell("history      " + history.describe());
            Metrics metrics = Measured.metrics();
            HistoryWriter writer = Serving.writer(running, kafka, registry, history, metrics);
            WebServer web = Serving.web(running, config.web(), kafka, registry, history, metrics);
            Alerting.delivery(running, config, AgentParts.host(config), kafka, registry, writer, web.url(), metrics);
            Measured.serve(running, config.metrics(), metrics, terminal);
            terminal.tell("page         " + web.url());
            running.awaitEnd();
        }
    }
}
