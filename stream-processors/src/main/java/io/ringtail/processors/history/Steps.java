package io.ringtail.processors.history;

import java.time.Duration;

/**
 * Steps of equal time over a range: whole seconds; from a minute on whole minutes and from an hour on whole hours, which
 * then start at full ones, so that each sum of the history falls into one step.
 *
 * @param fromEpochNs start of the first; ns since 1970-01-01 UTC
 * @param lengthNs length of each, ns
 * @param number how many
 */
record Steps(long fromEpochNs, long lengthNs, int number) {
    private static final long SECOND_NS = Rollups.Level.SECONDS.unitNs();
    private static final long MINUTE_NS = Rollups.Level.MINUTES.unitNs();
    private static final long HOUR_NS = Rollups.Level.HOURS.unitNs();

    /** One for the whole range. */
    static Steps one(TimeRange range) {
        return new Steps(range.fromEpochNs(), Long.MAX_VALUE, 1);
    }

    /**
     * As many as wanted, or fewer; one more where a range begins and ends within a step, as steps of minutes and hours
     * start at full ones.
     *
     * @param wanted at least one, at most {@link HistoryQueries#MAX_COLUMNS}; others are brought into these bounds
     */
    static Steps of(TimeRange range, int wanted) {
        long most = Math.clamp(wanted, 1, HistoryQueries.MAX_COLUMNS);
        long rough = Math.ceilDiv(range.toEpochNs() - range.fromEpochNs(), most);
        long unit = rough > HOUR_NS ? HOUR_NS : rough > MINUTE_NS ? MINUTE_NS : SECOND_NS;
        return ofLength(range, Math.ceilDiv(rough, unit) * unit);
    }

    /**
     * Of a length that somebody chose: whole seconds, from a minute on whole minutes, from an hour on whole hours.
     *
     * @throws IllegalArgumentException if it is none of these, or if there were more than
     *     {@link HistoryQueries#MAX_COLUMNS}, saying which length would do
     */
    static Steps every(TimeRange range, Duration step) {
        long length = step.toNanos();
        long unit = length >= HOUR_NS ? HOUR_NS : length >= MINUTE_NS ? MINUTE_NS : SECOND_NS;
        if (length < SECOND_NS || length % unit != 0) {
            throw new IllegalArgumentException(
                    "a step is whole seconds, from a minute on whole minutes, from an hour on whole hours");
        }
        if (Math.ceilDiv(range.toEpochNs() - range.fromEpochNs(), length) > HistoryQueries.MAX_COLUMNS) {
            throw new IllegalArgumentException("more than " + HistoryQueries.MAX_COLUMNS
                    + " steps: choose one of at least "
                    + Duration.ofNanos(of(range, HistoryQueries.MAX_COLUMNS).lengthNs())
                            .toSeconds() + "s, or a shorter time");
        }
        return ofLength(range, length);
    }

    private static Steps ofLength(TimeRange range, long length) {
        long from = length % MINUTE_NS == 0 ? Math.floorDiv(range.fromEpochNs(), length) * length : range.fromEpochNs();
        return new Steps(from, length, (int) Math.ceilDiv(range.toEpochNs() - from, length));
    }

    /** The longest sums that fit into a step. */
    Rollups.Level highest() {
        if (isWhole() || lengthNs % HOUR_NS == 0) {
            return Rollups.Level.HOURS;
        }
        return lengthNs % MINUTE_NS == 0 ? Rollups.Level.MINUTES : Rollups.Level.SECONDS;
    }

    private boolean isWhole() {
        return lengthNs == Long.MAX_VALUE;
    }

    long startOf(long step) {
        return fromEpochNs + step * lengthNs;
    }

    /** Number of the step that a row belongs to, from 0, in SQL. */
    String sql() {
        return isWhole() ? "0L" : "(cast(ts as long) - " + Micros.of(fromEpochNs) + ") / " + Micros.of(lengthNs);
    }
}
