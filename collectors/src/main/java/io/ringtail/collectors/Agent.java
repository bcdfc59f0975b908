package io.ringtail.collectors;

import io.ringtail.collectors.probe.ProbeSpec;
import io.ringtail.collectors.probe.Prober;
import io.ringtail.collectors.probe.Reflector;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.collectors.publish.PublishCounts;
import io.ringtail.collectors.publish.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of one host or network namespace: sources, probes and a reflector, each on threads of its own, and a
 * heartbeat every second. It owns its sources; the publisher is flushed at the end, and closed by whoever made it.
 * {@link #start} and {@link #close} by its owner, the rest from any thread.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final Duration JOIN = Duration.ofMillis(500);
    private static final Duration PROBES = Duration.ofSeconds(1);
    private static final Duration FLUSH = Duration.ofSeconds(1);

    private final Publisher publisher;
    private final Origins origins;
    private final AgentConfig config;
    private final Time time;
    private final List<SourceRunner> sources;
    private final List<Reflector> reflectors = new ArrayList<>();
    private final List<Prober> probers = new ArrayList<>();
    private final Heartbeats heartbeats;

    /**
     * Composes an agent; its reflector binds at once.
     *
     * @throws io.ringtail.collectors.probe.ReflectorUnavailable if the reflector's port is in use or not permitted
     * @throws IllegalArgumentException if a network or host in the configuration is none
     */
    public Agent(AgentConfig config, List<Source> sources, Publisher publisher) {
        this(config, sources, publisher, Time.SYSTEM);
    }

    Agent(AgentConfig config, List<Source> sources, Publisher publisher, Time time) {
        this.publisher = publisher;
        this.origins = Origins.ofThisBoot(config.host(), config.netns(), publisher::clock);
        this.config = config;
        this.time = time;
        this.sources =
                new CopyOnWriteArrayList<>(sources.stream().map(this::runner).toList());
        try {
            addProbes(config);
        } catch (RuntimeException e) {
            reflectors.forEach(Reflector::close);
            sources.forEach(Source::close);
            throw e;
        }
        this.heartbeats = new Heartbeats(time, origins, publisher, this.sources, probers, reflectors);
    }

    /** Starts everything; returns when the reflectors answer. What fails later is told by {@link #health}. */
    public void start() {
        reflectors.forEach(Reflector::start);
        reflectors.stream().map(Reflector::settings).forEach(publisher::publish);
        sources.forEach(SourceRunner::start);
        probers.forEach(Prober::start);
        heartbeats.start();
    }

    /** Adds a source and starts it: one that comes while the agent runs. */
    public void add(Source source) {
        SourceRunner runner = runner(source);
        sources.add(runner);
        runner.start();
    }

    /** Ends a source that was added; what it read is not read any more. */
    public void remove(String name) {
        List<SourceRunner> named =
                sources.stream().filter(source -> source.name().equals(name)).toList();
        sources.removeAll(named);
        named.forEach(SourceRunner::stop);
    }

    private SourceRunner runner(Source source) {
        return new SourceRunner(source, interval(config, source), time, origins, publisher);
    }

    /** How each part does: sources, probes, reflectors. */
    public List<Health> health() {
        return heartbeats.health();
    }

    /** What became of its records so far. */
    public PublishCounts counts() {
        return publisher.counts();
    }

    /** Its reflectors, the loopback's included: where they listen, what they answered. */
    public List<Reflector> reflectors() {
        return List.copyOf(reflectors);
    }

    /** Its probes, the loopback's included. */
    public List<Prober> probers() {
        return List.copyOf(probers);
    }

    /** Stops everything, says so in a last heartbeat, and lets the publisher deliver for a second. */
    @Override
    public void close() {
        sources.forEach(SourceRunner::stop);
        inParallel(probers.stream().map(prober -> prober::close));
        inParallel(reflectors.stream().map(reflector -> reflector::close));
        joinSources();
        heartbeats.close();
        if (!publisher.flush(FLUSH)) {
            LOG.warn("not everything was delivered within {} s", FLUSH.toSeconds());
        }
    }

    private void joinSources() {
        long deadline = System.nanoTime() + JOIN.toNanos();
        for (SourceRunner source : sources) {
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (!source.join(left)) {
                LOG.warn("source {} did not end and is left behind", source.name());
            }
        }
    }

    private void addProbes(AgentConfig config) {
        config.reflector().ifPresent(reflector -> reflectors.add(new Reflector(reflector, origins)));
        config.probes().forEach(this::addProbe);
        if (config.loopbackProbe()) {
            ReflectorConfig own =
                    ReflectorConfig.defaults().named(AgentConfig.LOOPBACK).at("127.0.0.1", 0);
            Reflector loopback = new Reflector(own, origins);
            reflectors.add(loopback);
            addProbe(ProbeSpec.of(
                    AgentConfig.LOOPBACK, "127.0.0.1", loopback.address().getPort()));
        }
    }

    private void addProbe(ProbeSpec spec) {
        probers.add(new Prober(spec, origins, publisher::publish));
    }

    private static Duration interval(AgentConfig config, Source source) {
        return source.cadence() == Source.Cadence.COUNTERS ? config.countersInterval() : config.settingsInterval();
    }

    private static void inParallel(Stream<Runnable> steps) {
        List<Thread> threads =
                steps.map(step -> Thread.ofPlatform().daemon().start(step)).toList();
        threads.forEach(thread -> Threads.join(thread, PROBES));
    }
}
