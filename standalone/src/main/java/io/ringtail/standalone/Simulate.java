package io.ringtail.standalone;

import io.ringtail.collectors.publish.KafkaPublisher;
import io.ringtail.collectors.publish.KafkaPublisherConfig;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.simulate.Scenario;
import io.ringtail.standalone.simulate.SimulateRun;
import io.ringtail.standalone.simulate.Simulation;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;

/** Simulated hosts that publish to brokers, as agents do. */
public final class Simulate {
    /** So many hosts are told one by one at the start. */
    private static final int TOLD = 10;

    private final Settings settings;
    private final Terminal terminal;

    /** With the configuration in force. */
    public Simulate(Settings settings, Terminal terminal) {
        this.settings = settings;
        this.terminal = terminal;
    }

    /**
     * Runs a scenario to its end.
     *
     * @param speed simulated seconds in a second; absent for as fast as it goes, and then the scenario ends now
     */
    public void run(Scenario scenario, OptionalDouble speed) throws InterruptedException {
        String bootstrap = settings.config().bootstrap();
        Map<String, Object> kafka = KafkaAccess.properties(settings, bootstrap);
        try (Running running = new Running()) {
            SchemaRegistry registry = Streaming.connect(running, settings, kafka, terminal);
            KafkaPublisher publisher = running.add(
                    "publisher",
                    new KafkaPublisher(KafkaPublisherConfig.of(bootstrap).with(settings.kafka()), registry));
            Instant now = Clock.systemUTC().instant();
            Instant start = speed.isPresent() ? now : now.minus(scenario.duration());
            Simulation simulation = new Simulation(scenario, start.getEpochSecond() * 1_000_000_000);
            tell(scenario, simulation, bootstrap, start);
            long sent = new SimulateRun(simulation, publisher, speed, terminal).run();
            terminal.tell("sent " + sent + " simulated records");
        }
    }

    private void tell(Scenario scenario, Simulation simulation, String bootstrap, Instant start) {
        terminal.tell("Simulating " + scenario.name() + " for " + bootstrap + ": "
                + scenario.hosts().size() + " hosts, " + simulation.paths().size() + " paths, from " + start + " for "
                + scenario.duration().toSeconds() + " s; all of it is marked as simulated.");
        simulation.paths().stream().limit(TOLD).forEach(path -> terminal.tell("  " + Paths.label(path)));
    }
}
