package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.processors.analysis.RoundTripSlices;
import io.ringtail.processors.analysis.SettingsHistory;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.AffectedPath;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.PathFact;
import io.ringtail.schemas.record.PathRegistration;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.RoundTripsPart;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.Watermark;
import io.ringtail.schemas.record.WatermarkPart;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.topic.HostPartition;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the raw records of a host into facts for each path that has an end there, and finds changes of its settings. It
 * sees one host's records in order; paths become known by registrations, which the stage of the prober's host sends to
 * both hosts. Owned by the stream's thread.
 */
final class HostStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(HostStage.class);
    private static final Set<String> SOURCES = Set.of("interrupts", "cpus", "rings", "settings", "xsk");

    private final TopologyConfig config;
    private ProcessorContext<String, SpecificRecord> context;
    private HostPaths paths;
    private HostSettings settings;
    private HostGauges gauges;
    private LowerInterfaces lowers;
    private Registrations registrations;
    private Repeats repeats;
    private long timestampMs;
    private boolean toldMisplaced;

    HostStage(TopologyConfig config) {
        this.config = config;
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        paths = new HostPaths(context.getStateStore(Nodes.HOST_PATHS));
        settings = new HostSettings(context.getStateStore(Nodes.HOST_SETTINGS));
        lowers = new LowerInterfaces(settings);
        gauges = new HostGauges(context.getStateStore(Nodes.HOST_GAUGES));
        registrations = new Registrations(context.getStateStore(Nodes.REGISTERED), config.registration());
        repeats = new Repeats(context.getStateStore(Nodes.RECORD_NUMBERS));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        timestampMs = record.timestamp();
        String topic = context.recordMetadata().map(RecordMetadata::topic).orElse("");
        if (repeats.isRepeated(topic, record.headers())) {
            return;
        }
        switch (record.value()) {
            case null -> onTombstone(record.key());
            case RoundTrips batch -> onRoundTrips(batch);
            case PathRegistration registration -> onRegistration(record.key(), registration);
            case Settings snapshot -> onSettings(snapshot);
            case Interrupts raw -> onInterrupts(raw);
            case Cpus raw -> onCpus(raw);
            case Rings raw -> onRings(raw);
            case Xsk raw -> onXsk(raw);
            case Agent heartbeat -> onHeartbeat(heartbeat);
            default ->
                throw new IllegalStateException("no use for a " + record.value().getClass());
        }
    }

    private void onRoundTrips(RoundTrips batch) {
        String pathId = Paths.id(batch.getPath());
        long placedNs = ClusterTime.placedEpochNs(
                batch.getToEpochNs(), batch.getOrigin().getClockOffsetNs());
        if (registrations.isDue(pathId, placedNs)) {
            register(pathId, batch, placedNs);
        }
        boolean simulated = batch.getOrigin().getSimulated();
        for (RoundTripsPart part : RoundTripSlices.of(batch)) {
            forward(Topics.PATH_FACTS, pathId, new PathFact(pathId, batch.getPath(), End.PROBER, simulated, part));
        }
    }

    private void register(String pathId, RoundTrips batch, long placedNs) {
        Path path = batch.getPath();
        register(path.getProberHost(), End.PROBER, pathId, batch, placedNs);
        if (PathStage.hasResponder(path)) {
            register(path.getResponderHost(), End.RESPONDER, pathId, batch, placedNs);
        }
    }

    private void register(String host, End end, String pathId, RoundTrips batch, long placedNs) {
        boolean simulated = batch.getOrigin().getSimulated();
        forward(
                Topics.PATH_REGISTRATIONS,
                host,
                new PathRegistration(pathId, batch.getPath(), end, batch.getProbeName(), placedNs, simulated));
    }

    private void onRegistration(String host, PathRegistration registration) {
        if (!paths.add(host, registration)) {
            return;
        }
        settings.all(host).stream()
                .filter(version -> belongs(registration, version.getSettings()))
                .forEach(version -> tell(registration, version));
        String netns = HostPaths.netns(registration);
        String iface = HostPaths.iface(registration);
        gauges.of(host, netns, iface).forEach(part -> tell(registration, part));
        for (String lower : lowers.below(host, netns, iface)) {
            gauges.of(host, netns, lower).forEach(part -> tell(registration, GaugeParts.below(part, lower)));
        }
        gauges.of(host, "", HostGauges.WHOLE_HOST).forEach(part -> tell(registration, part));
    }

    private void onSettings(Settings snapshot) {
        String host = snapshot.getOrigin().getHost();
        if (isMisplaced(host)) {
            tellMisplaced(host);
            forward(Topics.SETTINGS_BY_HOST, host, snapshot);
            return;
        }
        forAlerts(snapshot);
        List<PathRegistration> known = paths.of(host);
        SettingsHistory.Step step =
                SettingsHistory.next(settings.latest(host, snapshot), snapshot, affected(known, snapshot));
        if (!step.isNew()) {
            settings.seen(host, step.version());
            return;
        }
        List<Set<String>> before = known.stream().map(this::below).toList();
        settings.add(host, step.version());
        lowers.forget();
        known.stream().filter(each -> belongs(each, snapshot)).forEach(each -> tell(each, step.version()));
        for (int i = 0; i < known.size(); i++) {
            tellOfNewLowers(host, known.get(i), before.get(i));
        }
        step.change().ifPresent(change -> onChange(host, known, change));
    }

    /** Every path with an end here is told: a change of another object of the host may be what shifted its tail. */
    private void onChange(String host, List<PathRegistration> known, Change change) {
        forward(Topics.CHANGES, host, change);
        forAlerts(change);
        known.stream()
                .map(PathRegistration::getPathId)
                .distinct()
                .forEach(pathId -> forward(Topics.PATH_CHANGES, pathId, change));
    }

    /** An interface that came below an end's own brings its settings. */
    private void tellOfNewLowers(String host, PathRegistration registration, Set<String> before) {
        Set<String> added = new HashSet<>(below(registration));
        added.removeAll(before);
        if (!added.isEmpty()) {
            settings.all(host).stream()
                    .filter(version -> added.contains(version.getSettings().getInterface$()))
                    .filter(version -> belongs(registration, version.getSettings()))
                    .forEach(version -> tell(registration, version));
        }
    }

    private Set<String> below(PathRegistration registration) {
        return lowers.below(hostOf(registration), HostPaths.netns(registration), HostPaths.iface(registration));
    }

    private static String hostOf(PathRegistration registration) {
        Path path = registration.getPath();
        return registration.getEnd() == End.PROBER ? path.getProberHost() : path.getResponderHost();
    }

    private boolean belongs(PathRegistration registration, Settings snapshot) {
        return HostPaths.belongs(registration, snapshot, below(registration));
    }

    /** The ends that settings belong to, as a change lists them. */
    private List<AffectedPath> affected(List<PathRegistration> registrations, Settings snapshot) {
        return registrations.stream()
                .filter(each -> belongs(each, snapshot))
                .map(each -> new AffectedPath(each.getPathId(), each.getEnd()))
                .toList();
    }

    /** The key of settings names the object; its versions stay with the paths that used it. */
    private void onTombstone(String key) {
        String[] parts = key.split("\\|", 3);
        if (parts.length == 3 && !isMisplaced(parts[0])) {
            settings.forget(parts[0], parts[1], parts[2]);
            lowers.forget();
        }
    }

    private void onInterrupts(Interrupts raw) {
        forAlerts(raw);
        String netns = raw.getOrigin().getNetns();
        for (String iface : Gauges.interfaces(raw)) {
            onGauges(raw.getOrigin().getHost(), netns, iface, GaugeParts.of(raw, iface));
        }
    }

    private void onRings(Rings raw) {
        forAlerts(raw);
        onGauges(raw.getOrigin().getHost(), raw.getOrigin().getNetns(), raw.getInterface$(), GaugeParts.of(raw));
    }

    private void onXsk(Xsk raw) {
        forAlerts(raw);
        for (String netns : Gauges.namespaces(raw)) {
            for (String iface : Gauges.interfaces(raw, netns)) {
                onGauges(raw.getOrigin().getHost(), netns, iface, GaugeParts.of(raw, netns, iface));
            }
        }
    }

    private void onGauges(String host, String netns, String iface, GaugesPart part) {
        if (GaugeParts.isEmpty(part)) {
            return;
        }
        gauges.add(host, netns, iface, part);
        paths.of(host).stream()
                .filter(each -> HostPaths.isEnd(each, netns, iface))
                .forEach(each -> tell(each, part));
        paths.of(host).stream()
                .filter(each ->
                        HostPaths.netns(each).equals(netns) && below(each).contains(iface))
                .forEach(each -> tell(each, GaugeParts.below(part, iface)));
    }

    private void onCpus(Cpus raw) {
        forAlerts(raw);
        GaugesPart part = GaugeParts.of(raw);
        if (!GaugeParts.isEmpty(part)) {
            String host = raw.getOrigin().getHost();
            gauges.add(host, "", HostGauges.WHOLE_HOST, part);
            paths.of(host).forEach(each -> tell(each, part));
        }
    }

    private void onHeartbeat(Agent heartbeat) {
        forAlerts(heartbeat);
        String host = heartbeat.getOrigin().getHost();
        long nowNs = ClusterTime.placedEpochNs(
                heartbeat.getOrigin().getEpochNs(), heartbeat.getOrigin().getClockOffsetNs());
        paths.forgetBefore(host, nowNs - config.forgetPaths().toNanos());
        paths.of(host).forEach(each -> tell(each, watermark(heartbeat, each)));
    }

    private WatermarkPart watermark(Agent heartbeat, PathRegistration registration) {
        Long probe = null;
        Long sources = null;
        String own = "probe:" + registration.getProbeName();
        for (Watermark each : heartbeat.getWatermarks()) {
            if (SOURCES.contains(each.getSource())) {
                sources = sources == null ? each.getEpochNs() : Math.min(sources, each.getEpochNs());
            } else if (registration.getEnd() == End.PROBER && each.getSource().equals(own)) {
                probe = each.getEpochNs();
            }
        }
        return new WatermarkPart(probe, sources, heartbeat.getOrigin().getClockOffsetNs(), timestampMs);
    }

    private void tell(PathRegistration to, SpecificRecord body) {
        PathFact fact = new PathFact(to.getPathId(), to.getPath(), to.getEnd(), to.getSimulated(), body);
        forward(Topics.PATH_FACTS, to.getPathId(), fact);
    }

    private void forAlerts(SpecificRecord value) {
        context.forward(new Record<>("", value, timestampMs), Nodes.HOST_ALERT_STAGE);
    }

    private void forward(Topic topic, String key, SpecificRecord value) {
        context.forward(new Record<>(key, value, timestampMs), Nodes.sink(topic));
    }

    /** What took the hop already is where it belongs. */
    private boolean isMisplaced(String host) {
        boolean hopped = context.recordMetadata()
                .map(at -> at.topic().equals(Topics.SETTINGS_BY_HOST.name()))
                .orElse(true);
        return !hopped
                && HostPartition.of(host, config.partitions())
                        != context.taskId().partition();
    }

    private void tellMisplaced(String host) {
        if (!toldMisplaced) {
            toldMisplaced = true;
            LOG.info(
                    "Settings of {} are not in the partition of their host: they take a hop by {}",
                    host,
                    Topics.SETTINGS_BY_HOST.name());
        }
    }
}
