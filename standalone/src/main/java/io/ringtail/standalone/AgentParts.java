package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Netdev;
import io.ringtail.collectors.probe.Networks;
import io.ringtail.collectors.probe.Placement;
import io.ringtail.collectors.probe.Polling;
import io.ringtail.collectors.probe.ProbeSpec;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.collectors.publish.KafkaPublisher;
import io.ringtail.collectors.publish.KafkaPublisherConfig;
import io.ringtail.collectors.publish.SpoolConfig;
import io.ringtail.collectors.source.CpusSource;
import io.ringtail.collectors.source.InterruptsSource;
import io.ringtail.collectors.source.IrqMapper;
import io.ringtail.collectors.source.KernelRings;
import io.ringtail.collectors.source.NapiReader;
import io.ringtail.collectors.source.ProcSys;
import io.ringtail.collectors.source.RingsSource;
import io.ringtail.collectors.source.SettingsSource;
import io.ringtail.collectors.source.TcpSource;
import io.ringtail.collectors.source.XskSource;
import io.ringtail.schemas.record.TcpGrouping;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** How an agent is put together from the configuration, for {@code up}, {@code collect} and {@code reflect}. */
final class AgentParts {
    private AgentParts() {}

    /** How an agent publishes to the brokers, keeping what it cannot deliver in memory. */
    static KafkaPublisherConfig publishing(Settings settings, String bootstrap) {
        return KafkaPublisherConfig.of(bootstrap).with(settings.kafka());
    }

    /** Where an agent's records wait on disk. */
    static SpoolConfig spool(RingtailConfig config, AgentConfig agent) {
        String own = agent.netns().isEmpty() ? agent.host() : agent.host() + "@" + agent.netns();
        Path directory = config.collect()
                .spool()
                .map(Path::of)
                .orElseGet(() -> Path.of(config.dataDir(), "spool", own.replace('/', '_')));
        return new SpoolConfig(directory, (long) config.collect().spoolMib() << 20);
    }

    /** Starts an agent. */
    static Agent agent(
            Running running,
            RingtailConfig.Collect collect,
            KafkaPublisherConfig publishing,
            AgentConfig config,
            SchemaRegistry registry) {
        List<Source> sources = sources(running, collect);
        KafkaPublisher publisher = running.add("publisher", new KafkaPublisher(publishing, registry));
        Agent agent = running.add("agent", new Agent(config, sources, publisher));
        agent.start();
        return agent;
    }

    /** Has the agent read the other network namespaces that the configuration names. */
    static void watchNamespaces(Running running, RingtailConfig config, Agent agent) {
        config.collect()
                .namespaces()
                .filter(names -> !names.isEmpty())
                .ifPresent(names -> running.add("namespaces", Namespaces.watch(agent, names)));
    }

    /** The name of this host in all records. */
    static String host(RingtailConfig config) {
        return config.host().orElseGet(() -> AgentConfig.defaults().host());
    }

    /** The agent's configuration; all its faults at once. */
    static AgentConfig config(RingtailConfig config, boolean loopback, Optional<ReflectorConfig> reflector) {
        List<String> faults = new ArrayList<>();
        List<ProbeSpec> probes = new ArrayList<>();
        for (String probe : config.collect().probes().orElse(List.of())) {
            checked(faults, "--probe", () -> ProbeSpec.parse(probe)).ifPresent(probes::add);
        }
        Optional<AgentConfig> agent = checked(
                faults,
                "agent",
                () -> new AgentConfig(
                        host(config),
                        config.netns().orElse(""),
                        config.collect().countersInterval(),
                        config.collect().settingsInterval(),
                        probes,
                        reflector,
                        loopback));
        if (!faults.isEmpty()) {
            throw new UserError(UserError.CONFIG, String.join("\n", faults));
        }
        return agent.orElseThrow();
    }

    /** The reflector's configuration. */
    static ReflectorConfig reflector(RingtailConfig config) {
        config.reflect().allow().ifPresent(allow -> valid("ringtail.reflect.allow", () -> Networks.of(allow)));
        ReflectorConfig defaults = ReflectorConfig.defaults();
        HostPort listen = HostPort.parse(config.reflect().listen(), "--listen");
        return new ReflectorConfig(
                defaults.name(),
                listen.host(),
                listen.port(),
                config.reflect().allow().orElse(defaults.networks()),
                config.reflect().hold(),
                new Polling(
                        config.reflect().busyPollUs().orElse(-1),
                        config.reflect().preferBusyPoll(),
                        config.reflect().busyPollBudget().orElse(0)),
                config.reflect().dscp(),
                valid("ringtail.reflect", () -> placement(config.reflect())));
    }

    private static Placement placement(RingtailConfig.Reflect reflect) {
        return Placement.of(reflect.cpus().orElse(""), reflect.fifo().orElse(0));
    }

    /** A part of the configuration; its fault is the user's. */
    private static <T> T valid(String key, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new UserError(UserError.CONFIG, key + ": " + e.getMessage());
        }
    }

    /** All sources of a host, in the order of their catalogue. */
    static List<Source> sources(Running running, RingtailConfig.Collect collect) {
        ProcSys roots = ProcSys.live();
        Optional<Netdev> interrupts = netdev(running);
        NapiReader napis = interrupts.<NapiReader>map(netdev -> netdev::napis).orElse(NapiReader.NONE);
        List<Source> sources = new ArrayList<>(List.of(
                new InterruptsSource(roots, new IrqMapper(roots, napis)),
                new CpusSource(roots),
                collect.napiPolls()
                        ? RingsSource.countingPolls(roots, KernelRings::open)
                        : new RingsSource(roots, KernelRings::open),
                new XskSource(roots, new IrqMapper(roots, NapiReader.NONE)),
                new SettingsSource(roots)));
        tcp(collect).map(TcpSource::new).ifPresent(sources::add);
        return sources;
    }

    private static Optional<TcpGrouping> tcp(RingtailConfig.Collect collect) {
        return switch (collect.tcp()) {
            case OFF -> Optional.empty();
            case PEER -> Optional.of(TcpGrouping.PEER);
            case PORT -> Optional.of(TcpGrouping.PORT);
        };
    }

    /** Netdev netlink for one source's thread; absent before kernel 6.8. */
    private static Optional<Netdev> netdev(Running running) {
        try {
            return Optional.of(running.add("netdev", Netdev.open()));
        } catch (Errno e) {
            return Optional.empty();
        }
    }

    private static <T> Optional<T> checked(List<String> faults, String what, Supplier<T> made) {
        try {
            return Optional.of(made.get());
        } catch (IllegalArgumentException e) {
            faults.add(what + ": " + e.getMessage());
            return Optional.empty();
        }
    }
}
