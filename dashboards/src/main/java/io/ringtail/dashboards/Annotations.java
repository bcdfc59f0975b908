package io.ringtail.dashboards;

import java.util.List;

/** Marks that several boards have. */
public final class Annotations {
    /** Changes of settings, a mark each. */
    public static final Annotation CHANGES = new Annotation("Changes", "orange", """
            SELECT ts AS time,
              concat(host, CASE WHEN interface IS NULL THEN '' ELSE concat(':', interface) END, ' ', name,
                CASE WHEN queue IS NULL THEN '' ELSE concat(' [', queue, ']') END, ' ',
                coalesce(old_value, 'not known'), ' -> ', coalesce(new_value, 'not known')) AS text,
              'change' AS tags
            FROM changes WHERE $__timeFilter(ts) ORDER BY ts LIMIT 500""");

    /** Alerts, from firing to resolved; what fires still lasts until now. */
    public static final Annotation ALERTS = new Annotation("Alerts", "red", """
            SELECT ts AS time, coalesce(resolved_ts, now()) AS timeend, concat(subject, ': ', summary) AS text,
              concat(rule, ',', severity) AS tags
            FROM alerts WHERE ts <= $__timeTo() AND (resolved_ts IS NULL OR resolved_ts >= $__timeFrom())
            ORDER BY ts LIMIT 500""");

    private Annotations() {}

    /** All of them. */
    public static List<Annotation> all() {
        return List.of(CHANGES, ALERTS);
    }
}
