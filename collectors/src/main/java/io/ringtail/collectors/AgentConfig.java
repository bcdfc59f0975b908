package io.ringtail.collectors;

import io.ringtail.collectors.probe.ProbeSpec;
import io.ringtail.collectors.probe.ReflectorConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Configuration of an agent.
 *
 * @param host host name in its records
 * @param netns network namespace in its records; empty for the host's own or the agent's only one
 * @param countersInterval how often counters are read; at least 100 ms
 * @param settingsInterval how often settings are read again; at least 1 s
 * @param probes what it probes; names are unique
 * @param reflector what it answers on
 * @param loopbackProbe whether it also probes itself over the loopback interface, on a reflector of its own
 */
public record AgentConfig(
        String host,
        String netns,
        Duration countersInterval,
        Duration settingsInterval,
        List<ProbeSpec> probes,
        Optional<ReflectorConfig> reflector,
        boolean loopbackProbe) {
    /** Name of the loopback probe and its reflector. */
    public static final String LOOPBACK = "loopback";

    private static final Duration LEAST_COUNTERS = Duration.ofMillis(100);
    private static final Duration LEAST_SETTINGS = Duration.ofSeconds(1);

    public AgentConfig {
        probes = List.copyOf(probes);
        List<String> faults = faults(host, countersInterval, settingsInterval, probes, reflector, loopbackProbe);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /** This host by the kernel's name, no probe but the loopback's. */
    public static AgentConfig defaults() {
        return new AgentConfig(
                kernelHostName(), "", Duration.ofSeconds(1), Duration.ofSeconds(10), List.of(), Optional.empty(), true);
    }

    /** The same on another host, in a namespace. */
    public AgentConfig on(String newHost, String newNetns) {
        return new AgentConfig(newHost, newNetns, countersInterval, settingsInterval, probes, reflector, loopbackProbe);
    }

    /** The same with other intervals. */
    public AgentConfig every(Duration newCounters, Duration newSettings) {
        return new AgentConfig(host, netns, newCounters, newSettings, probes, reflector, loopbackProbe);
    }

    /** The same with these probes. */
    public AgentConfig probing(List<ProbeSpec> newProbes) {
        return new AgentConfig(host, netns, countersInterval, settingsInterval, newProbes, reflector, loopbackProbe);
    }

    /** The same with a reflector. */
    public AgentConfig reflecting(ReflectorConfig newReflector) {
        return new AgentConfig(
                host, netns, countersInterval, settingsInterval, probes, Optional.of(newReflector), loopbackProbe);
    }

    /** The same with or without the loopback probe. */
    public AgentConfig withLoopbackProbe(boolean newLoopbackProbe) {
        return new AgentConfig(host, netns, countersInterval, settingsInterval, probes, reflector, newLoopbackProbe);
    }

    private static List<String> faults(
            String host,
            Duration counters,
            Duration settings,
            List<ProbeSpec> probes,
            Optional<ReflectorConfig> reflector,
            boolean loopback) {
        List<String> faults = new ArrayList<>();
        if (host.isBlank()) {
            faults.add("the host name is empty");
        }
        if (counters.compareTo(LEAST_COUNTERS) < 0) {
            faults.add("counters cannot be read every " + counters.toMillis() + " ms: at least 100 ms");
        }
        if (settings.compareTo(LEAST_SETTINGS) < 0) {
            faults.add("settings cannot be read every " + settings.toMillis() + " ms: at least 1000 ms");
        }
        Set<String> names = new HashSet<>(loopback ? Set.of(LOOPBACK) : Set.of());
        for (ProbeSpec probe : probes) {
            if (!names.add(probe.name())) {
                faults.add("two probes have the name " + probe.name() + ": give one another with name=");
            }
        }
        if (loopback && reflector.filter(r -> r.name().equals(LOOPBACK)).isPresent()) {
            faults.add("the reflector cannot have the name " + LOOPBACK + " beside the loopback probe");
        }
        return faults;
    }

    private static String kernelHostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
