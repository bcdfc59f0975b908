package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.HistoryWriter;
import io.ringtail.processors.topology.Processing;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.cli.Version;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import io.ringtail.standalone.serve.WebServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything here, in one process: the same launches as the separate commands, around a broker of its own. */
public final class Up {
    private final Settings settings;
    private final Terminal terminal;
    private final RingtailConfig config;

    /** With the configuration in force. */
    public Up(Settings settings, Terminal terminal) {
        this.settings = settings;
        this.terminal = terminal;
        this.config = settings.config();
    }

    /**
     * Runs until the process is told to end.
     *
     * @throws UserError if something is needed that is not there
     */
    public void run() throws InterruptedException {
        AgentConfig agentConfig = AgentParts.config(config, config.collect().loopback(), Optional.empty());
        Alerting.check(config.alerts());
        AlertRules alerts = Alerting.rules(config.alerts());
        Guest.giveWay();
        try (Running running = new Running()) {
            start(running, agentConfig, alerts);
            running.awaitEnd();
        }
    }

    private void start(Running running, AgentConfig agentConfig, AlertRules alerts) throws InterruptedException {
        terminal.tell("Ringtail " + Version.current() + " on " + agentConfig.host());
        settings.describe().forEach(line -> terminal.tell("  " + line));
        DataDir data = running.add("data directory", DataDir.open(Path.of(config.dataDir())));
        Logs.toFile(data.resolve("ringtail.log"));
        terminal.tell("data         " + data.path().toAbsolutePath().normalize() + " (log: ringtail.log)");
        // The history's disk work takes longest.
        Supplier<HistoryStore> opening =
                running.addBeside("history", () -> Serving.history(config.history(), data.resolve("history")));
        EmbeddedBroker broker = running.add(
                "broker",
                EmbeddedBroker.start(new BrokerSettings(
                        data.resolve("kafka"),
                        config.broker().host(),
                        config.broker().port())));
        terminal.tell("broker       " + broker.bootstrap());
        Map<String, Object> kafka = KafkaAccess.properties(settings, broker.bootstrap());
        SchemaRegistry registry = Streaming.connect(running, settings, kafka, terminal);
        Processing processing = Streaming.processing(running, kafka, registry, data.resolve("state"), alerts);
        Agent agent = AgentParts.agent(
                running, config.collect(), AgentParts.publishing(settings, broker.bootstrap()), agentConfig, registry);
        AgentParts.watchNamespaces(running, config, agent);
        HistoryStore history = opening.get();
        terminal.tell("history      " + history.describe());
        Metrics metrics = Measured.metrics();
        PartMetrics.agent(metrics, agent);
        PartMetrics.processing(metrics, processing);
        HistoryWriter writer = Serving.writer(running, kafka, registry, history, metrics);
        WebServer web = Serving.web(running, config.web(), kafka, registry, history, metrics);
        Alerting.delivery(running, config, agentConfig.host(), kafka, registry, writer, web.url(), metrics);
        Measured.serve(running, config.metrics(), metrics, terminal);
        Found.tell(agent, terminal);
        Streaming.awaitRunning(processing, terminal);
        terminal.tell("page         " + web.url());
        terminal.tell("Ctrl-C stops; data stay.");
    }
}
