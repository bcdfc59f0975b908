package io.ringtail.processors.analysis.alert;

import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertStanding;
import io.ringtail.schemas.record.AlertState;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.TailShift;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * From what was seen to transitions: brings a standing up to date and tells the transition where there was one.
 * Stateless; the same in the same order gives the same transitions with the same ids.
 */
public final class AlertMachine {
    private static final long SECOND_NS = 1_000_000_000L;

    private AlertMachine() {}

    /**
     * What an alert is about.
     *
     * @param labels its identity together with the rule; no measured values
     * @param simulated whether a simulator made the data; becomes a label too
     */
    public record Subject(Map<String, String> labels, boolean simulated) {
        /** With its labels sorted. */
        public Subject {
            labels = new TreeMap<>(labels);
            if (simulated) {
                labels.put(AlertLabels.SIMULATED, "true");
            }
        }
    }

    /** The id of a rule's alert about a subject. */
    public static String id(AlertRule rule, Subject subject) {
        return id(rule.name(), subject.labels().toString());
    }

    /** A standing about which nothing is known. */
    public static AlertStanding blank() {
        return AlertStanding.newBuilder().build();
    }

    /** Whether nothing would be lost if it were forgotten. */
    public static boolean isBlank(AlertStanding standing) {
        return Seconds.isBlank(standing);
    }

    /** Whether a rule is about any of these figures: others need not be brought up to date. */
    public static boolean concerns(AlertRule.Level rule, List<Figure> figures) {
        List<String> names = rule.when().getFirst().figures();
        return figures.stream().anyMatch(each -> names.contains(each.name()));
    }

    /**
     * Figures over some seconds.
     *
     * @param from first second. Unit: s since 1970-01-01 UTC
     * @param to last second. Unit: s since 1970-01-01 UTC
     */
    public static Optional<Alert> level(
            AlertStanding standing, AlertRule.Level rule, Subject subject, List<Figure> figures, long from, long to) {
        Judgement now = Judgement.of(rule.when(), figures, standing.getLast());
        if (now == null) {
            return Optional.empty();
        }
        Seconds.note(standing, from, to, now.verdict());
        long atNs = standing.getNewestSecond() * SECOND_NS;
        if (standing.getAlert() != null) {
            return Seconds.clears(standing, rule) ? end(standing, atNs, "cleared") : Optional.empty();
        }
        if (!Seconds.fires(standing, rule)) {
            return Optional.empty();
        }
        Alert alert = alert(rule, subject, atNs, AlertWords.level(rule, now));
        alert.setUnit(Figures.unit(now.threshold().figures().getFirst()));
        alert.setValue(now.value());
        alert.setThreshold(now.threshold().above());
        return fire(standing, alert);
    }

    /** A change made the tail worse: known from the moment that it was made. */
    public static Optional<Alert> regressed(
            AlertStanding standing, AlertRule.Event rule, Subject subject, Effect effect) {
        return happened(
                standing,
                rule,
                subject,
                effect.getChangeEpochNs(),
                AlertWords.regression(effect),
                effect.getEffectId());
    }

    /** A later look says otherwise. */
    public static Optional<Alert> withdrawn(AlertStanding standing, String effectId, long atNs) {
        boolean ours = standing.getAlert() != null
                && effectId.equals(standing.getAlert().getAbout());
        return ours ? end(standing, atNs, "a longer look does not confirm it") : Optional.empty();
    }

    /** The tail got worse, unannounced. */
    public static Optional<Alert> shifted(
            AlertStanding standing, AlertRule.Event rule, Subject subject, TailShift shift) {
        return happened(standing, rule, subject, shift.getFoundEpochNs(), AlertWords.shift(shift), shift.getShiftId());
    }

    /** Settings were changed. */
    public static Optional<Alert> changed(
            AlertStanding standing, AlertRule.Event rule, Subject subject, Change change, List<KnobChange> knobs) {
        return happened(
                standing, rule, subject, change.getToEpochNs(), AlertWords.changes(knobs), change.getChangeId());
    }

    /**
     * A clock was set.
     *
     * @param stepNs by how much forward. Unit: ns
     */
    public static Optional<Alert> stepped(
            AlertStanding standing, AlertRule.Event rule, Subject subject, long atNs, long stepNs) {
        return happened(standing, rule, subject, atNs, AlertWords.step(stepNs), null);
    }

    /** Where it fires already, it goes on for longer and tells the newest. */
    private static Optional<Alert> happened(
            AlertStanding standing, AlertRule.Event rule, Subject subject, long atNs, String detail, String about) {
        long until = atNs + rule.hold().toNanos();
        Alert before = standing.getAlert();
        if (before != null && until < standing.getUntilEpochNs()) {
            return Optional.empty();
        }
        standing.setUntilEpochNs(until);
        long sinceNs = before == null ? atNs : before.getSinceEpochNs();
        Alert alert = alert(rule, subject, sinceNs, rule.says() + ": " + detail);
        alert.setAbout(about);
        return alert.equals(before) ? Optional.empty() : fire(standing, alert);
    }

    /**
     * A condition that simply holds or does not.
     *
     * @param atNs since when. Unit: ns since 1970-01-01 UTC
     */
    public static Optional<Alert> condition(
            AlertStanding standing, AlertRule rule, Subject subject, boolean holds, long atNs, String detail) {
        boolean fires = standing.getAlert() != null;
        if (holds == fires) {
            return Optional.empty();
        }
        return holds
                ? fire(standing, alert(rule, subject, atNs, rule.says() + ": " + detail))
                : end(standing, atNs, "cleared");
    }

    /** Ends it, if it fires, for a reason. */
    public static Optional<Alert> end(AlertStanding standing, long atNs, String reason) {
        Alert alert = standing.getAlert();
        if (alert == null) {
            return Optional.empty();
        }
        standing.setAlert(null);
        standing.setUntilEpochNs(null);
        long resolvedNs = Math.max(atNs, alert.getSinceEpochNs());
        return Optional.of(new Alert(
                alert.getAlertId(),
                id(alert.getAlertId(), AlertState.RESOLVED.name(), Long.toString(resolvedNs)),
                alert.getRule(),
                alert.getSeverity(),
                AlertState.RESOLVED,
                alert.getLabels(),
                alert.getSinceEpochNs(),
                resolvedNs,
                alert.getSummary(),
                alert.getValue(),
                alert.getThreshold(),
                alert.getUnit(),
                alert.getAbout(),
                reason,
                alert.getSimulated()));
    }

    private static Optional<Alert> fire(AlertStanding standing, Alert alert) {
        standing.setAlert(alert);
        return Optional.of(alert);
    }

    private static Alert alert(AlertRule rule, Subject subject, long sinceNs, String summary) {
        String alertId = id(rule, subject);
        return Alert.newBuilder()
                .setAlertId(alertId)
                .setTransitionId(id(alertId, AlertState.FIRING.name(), Long.toString(sinceNs)))
                .setRule(rule.name())
                .setSeverity(rule.severity())
                .setState(AlertState.FIRING)
                .setLabels(subject.labels())
                .setSinceEpochNs(sinceNs)
                .setSummary(summary)
                .setUnit("")
                .setSimulated(subject.simulated())
                .build();
    }

    private static String id(String... parts) {
        byte[] bytes = String.join("\u0000", parts).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(bytes).toString();
    }
}
