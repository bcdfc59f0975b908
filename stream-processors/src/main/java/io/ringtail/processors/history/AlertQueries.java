package io.ringtail.processors.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Questions to the history about alerts. Thread safe; throws as {@link HistoryQueries} does. */
public final class AlertQueries {
    /** Alerts that a list has at most. */
    public static final int MOST = 1_000;

    private final Sql sql;

    AlertQueries(Sql sql) {
        this.sql = sql;
    }

    /**
     * Alerts that fired at any time of a range, the newest first.
     *
     * @param firing only those that fire still
     */
    public Bounded<AlertEntry> alerts(TimeRange range, boolean firing) {
        String still = firing ? "state = 'FIRING'" : "true";
        return Bounded.of(
                sql.query(
                        "select cast(ts as long) since, cast(resolved_ts as long) resolved, * from alerts where ts < "
                                + Micros.of(range.toEpochNs()) + " and (resolved_ts is null or resolved_ts >= "
                                + Micros.of(range.fromEpochNs()) + ") and " + still + " order by ts desc limit "
                                + (MOST + 1),
                        AlertQueries::entry),
                MOST);
    }

    private static AlertEntry entry(ResultSet row) throws SQLException {
        return new AlertEntry(
                row.getString("alert_id"),
                Micros.toNs(row.getLong("since")),
                Optional.ofNullable(Sql.longOrNull(row, "resolved"))
                        .map(Micros::toNs)
                        .orElse(null),
                row.getString("rule"),
                row.getString("severity"),
                row.getString("state"),
                row.getString("subject"),
                row.getString("summary"),
                row.getString("about"),
                row.getString("resolution"),
                row.getBoolean("simulated"));
    }
}
