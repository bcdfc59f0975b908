package io.ringtail.standalone.alert;

import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What fires, and what was resolved so lately that Alertmanagers are told again: for 5 minutes, and for an hour those
 * that did not take it. Owned by the delivery's thread.
 */
final class AlertBoard {
    static final Duration TOLD_AGAIN = Duration.ofMinutes(5);
    static final Duration KEPT = Duration.ofHours(1);

    private final Map<String, Entry> entries = new HashMap<>();

    private record Entry(Alert alert, Set<URI> taken) {}

    /** The newest state of an alert; one that was resolved long ago is not kept. */
    void put(Alert alert, Instant now) {
        if (isOld(alert, now, KEPT)) {
            entries.remove(alert.getAlertId());
        } else {
            entries.put(alert.getAlertId(), new Entry(alert, new HashSet<>()));
        }
    }

    /** The alert of this id, if it fires. */
    Optional<Alert> firing(String alertId) {
        return Optional.ofNullable(entries.get(alertId)).map(Entry::alert).filter(AlertBoard::fires);
    }

    /** How many fire. */
    int firing() {
        return (int) entries.values().stream()
                .map(Entry::alert)
                .filter(AlertBoard::fires)
                .count();
    }

    /** What an Alertmanager is to be told now. */
    List<Alert> dueFor(URI alertmanager, Instant now) {
        entries.values().removeIf(each -> isOld(each.alert(), now, KEPT));
        List<Alert> due = new ArrayList<>();
        for (Entry each : entries.values()) {
            boolean again =
                    !isOld(each.alert(), now, TOLD_AGAIN) || !each.taken().contains(alertmanager);
            if (again) {
                due.add(each.alert());
            }
        }
        return due;
    }

    /** An Alertmanager took these. */
    void taken(URI alertmanager, List<Alert> alerts) {
        for (Alert alert : alerts) {
            Entry entry = entries.get(alert.getAlertId());
            if (entry != null && entry.alert().equals(alert)) {
                entry.taken().add(alertmanager);
            }
        }
    }

    /** Forgets all: another process delivers. */
    void clear() {
        entries.clear();
    }

    static boolean fires(Alert alert) {
        return alert.getState() == AlertState.FIRING;
    }

    private static boolean isOld(Alert alert, Instant now, Duration age) {
        return !fires(alert) && Times.instant(alert.getResolvedEpochNs()).isBefore(now.minus(age));
    }
}
