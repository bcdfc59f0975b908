package io.ringtail.standalone.cli;

import io.ringtail.standalone.Simulate;
import io.ringtail.standalone.config.Durations;
import io.ringtail.standalone.simulate.Scenario;
import io.ringtail.standalone.simulate.Scenarios;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Simulated hosts. */
@Command(
        name = "simulate",
        description = {
            "Send what the agents of simulated hosts would send, to brokers that run already.",
            "It is a model of both ends of a path, not a measurement; all of it is marked as simulated."
        })
final class SimulateCommand extends Common {
    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "Name of a scenario (--list), or a YAML file with one.")
    private String scenario;

    @Option(names = "--list", description = "Name the scenarios that Ringtail brings along.")
    private boolean list;

    @Option(
            names = "--speed",
            paramLabel = "N|max",
            defaultValue = "1",
            description = "Simulated seconds in a second (default 1); max: at once, ending now.")
    private String speed;

    @Option(names = "--hosts", paramLabel = "N", description = "Copies of the scenario's hosts, at least so many.")
    private Integer hosts;

    @Option(names = "--seed", paramLabel = "N", description = "Another seed than the scenario's.")
    private Long seed;

    @Option(names = "--duration", paramLabel = "TIME", description = "Another length than the scenario's.")
    private String duration;

    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Kafka brokers (default 127.0.0.1:9092).")
    void bootstrap(String value) {
        set("ringtail.bootstrap", value);
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            Scenarios.names().forEach(name -> terminal().result(described(Scenarios.named(name))));
            return 0;
        }
        if (scenario == null && hosts == null) {
            throw usage("Say which scenario; --list names them.");
        }
        new Simulate(settings(), terminal()).run(chosen(), pace());
        return 0;
    }

    private Scenario chosen() {
        Scenario chosen = Scenarios.named(scenario == null ? "fleet" : scenario);
        chosen = seed == null ? chosen : chosen.seeded(seed);
        chosen = hosts == null ? chosen : chosen.copied(hosts);
        try {
            return duration == null ? chosen : chosen.lasting(Durations.parse(duration));
        } catch (IllegalArgumentException e) {
            throw usage("--duration: " + e.getMessage());
        }
    }

    private OptionalDouble pace() {
        if (speed.equals("max")) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(speed);
            if (value > 0) {
                return OptionalDouble.of(value);
            }
        } catch (NumberFormatException e) {
            throw usage("--speed: '" + speed + "' is neither a number nor max");
        }
        throw usage("--speed: give a number above 0, or max");
    }

    private static String described(Scenario scenario) {
        return String.format(
                "%-18s %s",
                scenario.name(), scenario.about().lines().findFirst().orElse(""));
    }
}
