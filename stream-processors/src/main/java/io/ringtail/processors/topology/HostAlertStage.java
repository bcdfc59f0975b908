package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.processors.analysis.alert.AlertMachine;
import io.ringtail.processors.analysis.alert.AlertRule;
import io.ringtail.processors.analysis.alert.AlertRule.Happening;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.analysis.alert.AlertSubjects;
import io.ringtail.processors.analysis.alert.ClockStep;
import io.ringtail.processors.analysis.alert.Figure;
import io.ringtail.processors.analysis.alert.Figures;
import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.HostStanding;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Alerts about hosts and their interfaces, from what the host stage passes on. That an agent is silent is judged by the
 * wall clock, but only while the records that come are new, and never earlier than so long after they began to be: a
 * replay and a start after a pause page nobody. Owned by the stream's thread.
 */
final class HostAlertStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration FORGET = Duration.ofHours(24);
    private static final long NS_PER_MS = 1_000_000L;

    private final AlertRules rules;
    private final Set<String> names;
    private final CaughtUp caughtUp;
    private ProcessorContext<String, SpecificRecord> context;
    private AlertBook book;
    private KeyValueStore<String, HostStanding> hosts;
    private long newestNs;

    HostAlertStage(TopologyConfig config) {
        this.rules = config.alerts();
        this.names = rules.rules().stream().map(AlertRule::name).collect(Collectors.toSet());
        this.caughtUp = new CaughtUp(config.caughtUp());
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        book = new AlertBook(context.getStateStore(Nodes.HOST_ALERTS), this::tell);
        hosts = context.getStateStore(Nodes.ALERT_HOSTS);
        context.schedule(SWEEP, PunctuationType.WALL_CLOCK_TIME, this::sweep);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        switch (record.value()) {
            case Interrupts raw -> onInterrupts(raw);
            case Cpus raw -> levels(raw.getOrigin(), "", raw.getIntervalNs(), Figures.of(raw));
            case Rings raw -> levels(raw.getOrigin(), raw.getInterface$(), raw.getIntervalNs(), Figures.of(raw));
            case Xsk raw -> onXsk(raw);
            case Agent heartbeat -> onHeartbeat(heartbeat, record.timestamp());
            case Settings snapshot -> onSettings(snapshot);
            case Change change -> onChange(change);
            case null, default -> {}
        }
    }

    private void onInterrupts(Interrupts raw) {
        for (String iface : Gauges.interfaces(raw)) {
            levels(raw.getOrigin(), iface, raw.getIntervalNs(), Figures.of(raw, iface));
        }
    }

    private void onXsk(Xsk raw) {
        for (String netns : Gauges.namespaces(raw)) {
            for (String iface : Gauges.interfaces(raw, netns)) {
                Origin there =
                        Origin.newBuilder(raw.getOrigin()).setNetns(netns).build();
                levels(there, iface, raw.getIntervalNs(), Figures.of(raw, netns, iface));
            }
        }
    }

    private void levels(Origin origin, String iface, long intervalNs, List<Figure> figures) {
        long endNs = placed(origin);
        AlertMachine.Subject subject = AlertSubjects.of(origin, iface);
        long from = Math.floorDiv(endNs - Math.max(intervalNs, 1), ClusterTime.SECOND_NS) + 1;
        long to = Math.max(from, Math.floorDiv(endNs, ClusterTime.SECOND_NS));
        AlertRule.Subject kind = iface.isEmpty() ? AlertRule.Subject.HOST : AlertRule.Subject.INTERFACE;
        for (AlertRule.Level rule : rules.levels(kind)) {
            if (AlertMachine.concerns(rule, figures)) {
                book.update(
                        rule.name(),
                        subject.labels().toString(),
                        standing -> AlertMachine.level(standing, rule, subject, figures, from, to));
            }
        }
    }

    private void onHeartbeat(Agent heartbeat, long timestampMs) {
        caughtUp.onHeartbeat(timestampMs, context.currentSystemTimeMs());
        Origin origin = heartbeat.getOrigin();
        HostStanding before = hosts.get(origin.getHost());
        HostStanding now = ClockStep.next(before, heartbeat, timestampMs * NS_PER_MS);
        hosts.put(origin.getHost(), now);
        levels(origin, "", ClusterTime.SECOND_NS, Figures.of(heartbeat));
        AlertMachine.Subject subject = AlertSubjects.of(origin, "");
        ClockStep.between(before, now).ifPresent(stepNs -> {
            for (AlertRule.Event rule : rules.on(Happening.CLOCK_STEPPED)) {
                book.update(
                        rule.name(),
                        origin.getHost(),
                        standing -> AlertMachine.stepped(standing, rule, subject, timestampMs * NS_PER_MS, stepNs));
            }
        });
        silent(now, origin.getHost(), false, timestampMs * NS_PER_MS);
    }

    private void onSettings(Settings snapshot) {
        String host = snapshot.getOrigin().getHost();
        String iface = snapshot.getInterface$();
        if (iface == null) {
            return;
        }
        for (Setting setting : snapshot.getValues()) {
            Optional<String> declared = rules.declared(host, iface, setting.getName());
            if (declared.isPresent() && (setting.getValue() != null || snapshot.getGone())) {
                differs(snapshot, setting, declared.get());
            }
        }
    }

    private void differs(Settings snapshot, Setting setting, String declared) {
        boolean differs = !snapshot.getGone() && !declared.equals(setting.getValue());
        AlertMachine.Subject subject = AlertSubjects.of(snapshot, setting);
        String detail = setting.getName() + " is " + setting.getValue() + " and ought to be " + declared;
        for (AlertRule.Differs rule : rules.of(AlertRule.Differs.class)) {
            book.update(
                    rule.name(),
                    subject.labels().toString(),
                    standing -> AlertMachine.condition(
                            standing, rule, subject, differs, placed(snapshot.getOrigin()), detail));
        }
    }

    private void onChange(Change change) {
        for (AlertRule.Event rule : rules.on(Happening.SETTING_CHANGED)) {
            List<KnobChange> changed = change.getKnobs().stream()
                    .filter(knob -> rule.knobs().stream()
                            .anyMatch(each -> each.matcher(knob.getName()).matches()))
                    .toList();
            if (!changed.isEmpty()) {
                AlertMachine.Subject subject = AlertSubjects.of(change);
                book.update(
                        rule.name(),
                        subject.labels().toString(),
                        standing -> AlertMachine.changed(standing, rule, subject, change, changed));
            }
        }
    }

    private void sweep(long wallMs) {
        book.sweep(newestNs, names::contains, this::isSilence);
        Optional<Long> sinceMs = caughtUp.since(wallMs);
        if (sinceMs.isEmpty()) {
            return;
        }
        List<KeyValue<String, HostStanding>> all = new ArrayList<>();
        try (KeyValueIterator<String, HostStanding> found = hosts.all()) {
            found.forEachRemaining(all::add);
        }
        for (KeyValue<String, HostStanding> each : all) {
            long heardNs = each.value.getHeardEpochNs();
            long forNs = wallMs * NS_PER_MS - Math.max(heardNs, sinceMs.get() * NS_PER_MS);
            if (wallMs * NS_PER_MS - heardNs > FORGET.toNanos()) {
                silent(each.value, each.key, false, wallMs * NS_PER_MS);
                hosts.delete(each.key);
            } else {
                silent(each.value, each.key, forNs);
            }
        }
    }

    private boolean isSilence(String rule) {
        return rules.of(AlertRule.Silence.class).stream()
                .anyMatch(each -> each.name().equals(rule));
    }

    private void silent(HostStanding host, String name, long forNs) {
        for (AlertRule.Silence rule : rules.of(AlertRule.Silence.class)) {
            if (forNs > rule.after().toNanos() && !host.getSimulated()) {
                silent(
                        rule,
                        host,
                        name,
                        true,
                        host.getHeardEpochNs() + rule.after().toNanos());
            }
        }
    }

    private void silent(HostStanding host, String name, boolean holds, long atNs) {
        rules.of(AlertRule.Silence.class).forEach(rule -> silent(rule, host, name, holds, atNs));
    }

    /** A simulator that has ended is no agent that fell silent. */
    private void silent(AlertRule.Silence rule, HostStanding host, String name, boolean holds, long atNs) {
        AlertMachine.Subject subject = new AlertMachine.Subject(Map.of(AlertLabels.HOST, name), host.getSimulated());
        String detail = "none for " + rule.after().toSeconds() + " s";
        book.update(
                rule.name(), name, standing -> AlertMachine.condition(standing, rule, subject, holds, atNs, detail));
    }

    private long placed(Origin origin) {
        long placedNs = ClusterTime.placedEpochNs(origin.getEpochNs(), origin.getClockOffsetNs());
        newestNs = Math.max(newestNs, placedNs);
        return placedNs;
    }

    private void tell(Alert alert) {
        context.forward(
                new Record<>(alert.getAlertId(), alert, context.currentStreamTimeMs()), Nodes.sink(Topics.ALERTS));
    }
}
