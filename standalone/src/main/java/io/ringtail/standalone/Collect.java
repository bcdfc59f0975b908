package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
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
        try (Running running = new Running()) {
            SchemaRegistry registry = Streaming.connect(running, settings, kafka, terminal);
            Agent agent = AgentParts.agent(running, settings, config, bootstrap, registry);
            terminal.tell("Collecting on " + config.host() + " for " + bootstrap);
            Found.tell(agent, terminal);
            running.awaitEnd();
        }
    }
}
