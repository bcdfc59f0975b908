package io.ringtail.processors.history;

import java.util.Locale;
import java.util.stream.Collectors;

/** Alerts as text: what fires first. Pure. */
public final class AlertsText {
    private static final String FIRING = "FIRING";

    private AlertsText() {}

    /** A head line and the summary of each. */
    public static String of(Bounded<AlertEntry> alerts) {
        if (alerts.rows().isEmpty()) {
            return "no alerts\n";
        }
        String firing = alerts.rows().stream()
                .filter(AlertsText::fires)
                .map(AlertsText::alert)
                .collect(Collectors.joining());
        String resolved = alerts.rows().stream()
                .filter(each -> !fires(each))
                .map(AlertsText::alert)
                .collect(Collectors.joining());
        return (firing.isEmpty() ? "nothing fires\n" : "firing\n" + firing)
                + (resolved.isEmpty() ? "" : "\nresolved\n" + resolved)
                + (alerts.cut() ? "more alerts follow: choose a shorter time\n" : "");
    }

    private static boolean fires(AlertEntry alert) {
        return alert.state().equals(FIRING);
    }

    private static String alert(AlertEntry alert) {
        return TextUnits.second(alert.sinceEpochNs()) + "  " + alert.severity().toLowerCase(Locale.ROOT) + "  "
                + alert.rule() + "  " + alert.subject() + (alert.simulated() ? "  (simulated)" : "") + "\n    "
                + alert.summary() + "\n" + end(alert);
    }

    private static String end(AlertEntry alert) {
        return fires(alert)
                ? ""
                : "    resolved " + TextUnits.second(alert.resolvedEpochNs()) + ": " + alert.resolution() + "\n";
    }
}
