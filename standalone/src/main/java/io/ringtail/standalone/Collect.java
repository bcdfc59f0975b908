package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.collectors.publish.KafkaPublisherConfig;
import io.ringtail.collectors.publish.SpoolConfig;
import io.ringtail.collectors.publish.SpoolUnavailable;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import java.util.Map;
import java.util.Optional;

/** The agent alone, publishing to brokers elsewhere. */
public final class Collect {
    private final Settings settings;
    private final Terminal terminal;
    private final boolean reflect;

    /** With the configuration in force; {@code reflect} makes it a responder too. */
    public Collect(Settings settings, Terminal terminal, boolean reflect) {
        this.settings = settings;
        this.terminal = terminal;
        this.reflect = reflect;
    }

    /** Runs until the process is told to end. */
    public void run() throws InterruptedException {
        Optional<ReflectorConfig> reflector =
                reflect ? Optional.of(AgentParts.reflector(settings.config())) : Optional.empty();
        AgentConfig config = AgentParts.config(settings.config(), false, reflector);
        String bootstrap = settings.config().bootstrap();
        Map<String, Object> kafka = KafkaAccess.properties(settings, bootstrap);
        KafkaAccess.check(kafka);
        Guest.giveWay();
        try (Running running = new Running()) {
            SchemaRegistry registry = registry(running, kafka);
            Agent agent = agent(running, config, bootstrap, registry);
            AgentParts.watchNamespaces(running, settings.config(), agent);
            terminal.tell("Collecting on " + config.host() + " for " + bootstrap);
            Found.tell(agent, terminal);
            Metrics metrics = Measured.metrics();
            PartMetrics.agent(metrics, agent);
            Measured.serve(running, settings.config().metrics(), metrics, terminal);
            running.awaitEnd();
        }
    }

    /** Who gives up after a while wants to know it; otherwise the agent measures and spools from the first moment. */
    private SchemaRegistry registry(Running running, Map<String, Object> kafka) throws InterruptedException {
        return settings.config().giveUpAfter().isPresent()
                ? Streaming.connect(running, settings, kafka, terminal)
                : running.add("schema registry", LateRegistry.connecting(settings, kafka, terminal));
    }

    /** Without a spool that was asked for there is no start; without the default one records wait in memory. */
    private Agent agent(Running running, AgentConfig config, String bootstrap, SchemaRegistry registry) {
        KafkaPublisherConfig publishing = AgentParts.publishing(settings, bootstrap);
        SpoolConfig spool = AgentParts.spool(settings.config(), config);
        try {
            return AgentParts.agent(running, settings.config().collect(), publishing.spooling(spool), config, registry);
        } catch (SpoolUnavailable e) {
            if (settings.config().collect().spool().isPresent()) {
                throw new UserError(
                        UserError.CANNOT_CREATE,
                        e.getMessage() + ". Name another directory by ringtail.collect.spool.");
            }
            terminal.tell("note: " + e.getMessage() + "; records wait for the broker in memory only."
                    + " Name a directory by -D ringtail.collect.spool=DIR");
            return AgentParts.agent(running, settings.config().collect(), publishing, config, registry);
        }
    }
}
