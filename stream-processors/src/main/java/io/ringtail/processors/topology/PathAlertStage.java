package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.alert.AlertMachine;
import io.ringtail.processors.analysis.alert.AlertRule;
import io.ringtail.processors.analysis.alert.AlertRule.Happening;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.analysis.alert.AlertSubjects;
import io.ringtail.processors.analysis.alert.Figure;
import io.ringtail.processors.analysis.alert.Figures;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Alerts about paths: their windows' figures, effects and shifts. A window is judged at its first publication, within a
 * second or two of its end; what its responder adds later changes no percentile. Owned by the stream's thread.
 */
final class PathAlertStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final Duration SWEEP = Duration.ofSeconds(1);

    private final AlertRules rules;
    private final Set<String> names;
    private ProcessorContext<String, SpecificRecord> context;
    private AlertBook book;
    private long newestNs;

    PathAlertStage(AlertRules rules) {
        this.rules = rules;
        this.names = rules.rules().stream().map(AlertRule::name).collect(Collectors.toSet());
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        book = new AlertBook(context.getStateStore(Nodes.PATH_ALERTS), this::tell);
        context.schedule(
                SWEEP, PunctuationType.STREAM_TIME, at -> book.sweep(newestNs, names::contains, rule -> false));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        switch (record.value()) {
            case Window window -> onWindow(window);
            case Effect effect -> onEffect(effect);
            case TailShift shift -> onShift(shift);
            case null, default -> {}
        }
    }

    private void onWindow(Window window) {
        newestNs = Math.max(newestNs, window.getStartEpochNs());
        if (window.getRevision() > 0) {
            return;
        }
        List<Figure> figures = Figures.of(window);
        long second = window.getStartEpochNs() / ClusterTime.SECOND_NS;
        AlertMachine.Subject subject = AlertSubjects.of(window.getPath(), window.getSimulated());
        for (AlertRule.Level rule : rules.forPath(Paths.label(window.getPath()))) {
            book.update(
                    rule.name(),
                    window.getPathId(),
                    standing -> AlertMachine.level(standing, rule, subject, figures, second, second));
        }
    }

    /** Every look tells anew; one that says otherwise takes the alert back. */
    private void onEffect(Effect effect) {
        boolean regressed = effect.getVerdict() == EffectVerdict.REGRESSED;
        AlertMachine.Subject subject = AlertSubjects.of(effect);
        for (AlertRule.Event rule : rules.on(Happening.REGRESSION)) {
            String key = Keys.of(effect.getPathId(), AlertSubjects.knobs(effect));
            book.update(
                    rule.name(),
                    key,
                    standing -> regressed
                            ? AlertMachine.regressed(standing, rule, subject, effect)
                            : AlertMachine.withdrawn(standing, effect.getEffectId(), newestNs));
        }
    }

    private void onShift(TailShift shift) {
        if (shift.getAfter() <= shift.getBefore()) {
            return;
        }
        AlertMachine.Subject subject = AlertSubjects.of(shift);
        for (AlertRule.Event rule : rules.on(Happening.SHIFT)) {
            book.update(
                    rule.name(),
                    Keys.of(shift.getPathId(), shift.getMetric().name()),
                    standing -> AlertMachine.shifted(standing, rule, subject, shift));
        }
    }

    private void tell(Alert alert) {
        context.forward(
                new Record<>(alert.getAlertId(), alert, context.currentStreamTimeMs()), Nodes.sink(Topics.ALERTS));
    }
}
