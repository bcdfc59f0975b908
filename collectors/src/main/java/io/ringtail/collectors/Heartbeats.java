package io.ringtail.collectors;

import io.ringtail.collectors.probe.Prober;
import io.ringtail.collectors.probe.Reflector;
import io.ringtail.collectors.publish.PublishCounts;
import io.ringtail.collectors.publish.Publisher;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.Watermark;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every second how the agent does, whether or not there is anything else; also restates the settings of probes
 * and reflectors every minute. A tenth of a second after the whole one, so that the reads of that second are in.
 */
final class Heartbeats {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
    private static final long INTERVAL_NS = 1_000_000_000;
    private static final long OFFSET_NS = 100_000_000;
    private static final long RESTATE_NS = 60_000_000_000L;
    private static final Duration JOIN = Duration.ofMillis(500);

    private final Time time;
    private final Origins origins;
    private final Publisher publisher;
    private final List<SourceRunner> sources;
    private final List<Prober> probers;
    private final List<Reflector> reflectors;
    private final long startedEpochNs;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("agent-heartbeats").unstarted(this::run);
    private long number;
    private long stalls;
    private long restatedMonoNs;
    private volatile boolean stopped;

    Heartbeats(
            Time time,
            Origins origins,
            Publisher publisher,
            List<SourceRunner> sources,
            List<Prober> probers,
            List<Reflector> reflectors) {
        this.time = time;
        this.origins = origins;
        this.publisher = publisher;
        this.sources = sources;
        this.probers = probers;
        this.reflectors = reflectors;
        this.startedEpochNs = time.epochNs();
        this.restatedMonoNs = time.monoNs();
    }

    void start() {
        thread.start();
    }

    List<Health> health() {
        return Stream.of(
                        sources.stream().map(SourceRunner::health),
                        probers.stream().map(Prober::health),
                        reflectors.stream().map(Reflector::health))
                .flatMap(parts -> parts)
                .toList();
    }

    /** Ends with a last heartbeat. */
    void close() {
        stopped = true;
        LockSupport.unpark(thread);
        if (!Threads.join(thread, JOIN)) {
            LOG.warn("the last heartbeat did not leave in time");
        }
    }

    private void run() {
        Ticks ticks = new Ticks(time, INTERVAL_NS, OFFSET_NS);
        beat();
        while (!stopped) {
            long left = ticks.leftNs();
            if (left > 0) {
                time.parkNs(left);
                continue;
            }
            stalls += ticks.taken() ? 1 : 0;
            beat();
            restate();
        }
        beat();
    }

    private void beat() {
        PublishCounts counts = publisher.counts();
        publisher.publish(io.ringtail.schemas.record.Agent.newBuilder()
                .setOrigin(origins.at(time.epochNs(), time.monoNs()))
                .setVersion(version())
                .setStartedEpochNs(startedEpochNs)
                .setHeartbeat(number++)
                .setWatermarks(watermarks())
                .setSources(records(health()))
                .setSampled(counts.sampled())
                .setDelivered(counts.delivered())
                .setLost(counts.lost())
                .setStalls(stalls
                        + sources.stream().mapToLong(SourceRunner::stalls).sum())
                .setInterfaces(interfaces())
                .build());
    }

    private void restate() {
        if (time.monoNs() - restatedMonoNs >= RESTATE_NS) {
            restatedMonoNs = time.monoNs();
            probers.stream().map(Prober::settings).flatMap(Optional::stream).forEach(publisher::publish);
            reflectors.stream().map(Reflector::settings).forEach(publisher::publish);
        }
    }

    private List<Watermark> watermarks() {
        List<Watermark> all = new ArrayList<>();
        sources.forEach(source ->
                source.watermarkEpochNs().ifPresent(epochNs -> all.add(new Watermark(source.name(), epochNs))));
        probers.forEach(prober ->
                prober.watermarkEpochNs().ifPresent(epochNs -> all.add(new Watermark(prober.name(), epochNs))));
        return all;
    }

    private static List<SourceHealth> records(List<Health> health) {
        return health.stream().map(Health::toRecord).toList();
    }

    private static List<String> interfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .map(NetworkInterface::getName)
                    .sorted()
                    .toList();
        } catch (SocketException e) {
            return List.of();
        }
    }

    private static String version() {
        return Optional.ofNullable(Heartbeats.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
