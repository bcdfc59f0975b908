package io.ringtail.processors.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which sums of the history answer for a range of time: those by hour or minute for what is long ago or long, the seconds
 * themselves for the rest, so that nothing is counted twice or left out. Thread safe.
 */
final class Rollups {
    /** The tables that are summed up. */
    static final List<String> SUMMED = List.of("windows", "buckets", "gauges");

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long STATE_NS = 10 * NS_PER_SECOND;
    private static final long SHORT_NS = 3_600 * NS_PER_SECOND;
    private static final long MEDIUM_NS = 48 * 3_600 * NS_PER_SECOND;
    private static final String STATE = """
            select 'seconds from' what, cast(min(ts) as long) at from windows
            union all select 'minutes from', cast(min(ts) as long) from windows_1m
            union all select 'minutes to', cast(max(ts) as long) from windows_1m
            union all select 'hours to', cast(max(ts) as long) from windows_1h
            union all select 'invalid', cast(count() as long) from materialized_views() where view_status <> 'valid'
            """;

    private final Sql sql;
    private State state;
    private long readMonoNs;

    Rollups(Sql sql) {
        this.sql = sql;
    }

    /** How much time one row sums up. */
    enum Level {
        SECONDS("", NS_PER_SECOND),
        MINUTES("_1m", 60 * NS_PER_SECOND),
        HOURS("_1h", 3_600 * NS_PER_SECOND);

        private final String suffix;
        private final long unitNs;

        Level(String suffix, long unitNs) {
            this.suffix = suffix;
            this.unitNs = unitNs;
        }

        /** What follows the table's name. */
        String suffix() {
            return suffix;
        }

        /** Length of a row. Unit: ns. */
        long unitNs() {
            return unitNs;
        }

        private long floor(long epochNs) {
            return Math.floorDiv(epochNs, unitNs) * unitNs;
        }

        /** Where whole rows of a range end; later than the range where shorter rows have expired up to there. */
        private long end(long toNs, long shorterFromNs) {
            return toNs < shorterFromNs ? ceil(toNs) : floor(toNs);
        }

        private long ceil(long epochNs) {
            return Math.ceilDiv(epochNs, unitNs) * unitNs;
        }
    }

    /** A part of a range, answered by one level. */
    record Piece(Level level, TimeRange range) {}

    /**
     * What the store has. A row of a sum stands when a later one is there.
     *
     * @param secondsFromNs start of the oldest second; seconds before it have expired
     * @param minutesFromNs start of the oldest minute
     * @param minutesToNs start of the newest minute, which may still grow
     * @param hoursToNs start of the newest hour, likewise
     */
    record State(long secondsFromNs, long minutesFromNs, long minutesToNs, long hoursToNs) {
        /** Nothing is summed up. */
        static final State NONE = new State(Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    /** The parts of a range in their order, by no level above this one. */
    List<Piece> pieces(TimeRange range, Level highest) {
        return pieces(range, highest, state());
    }

    /** The parts of a range in their order; where its seconds or minutes have expired it is widened to whole rows. */
    static List<Piece> pieces(TimeRange range, Level highest, State state) {
        List<Piece> pieces = new ArrayList<>();
        long length = range.toEpochNs() - range.fromEpochNs();
        boolean hours = length > MEDIUM_NS || range.fromEpochNs() < state.minutesFromNs;
        if (highest == Level.HOURS && hours && state.hoursToNs > range.fromEpochNs()) {
            boolean minutesLeft = range.fromEpochNs() >= state.minutesFromNs;
            long from = minutesLeft ? Level.HOURS.ceil(range.fromEpochNs()) : Level.HOURS.floor(range.fromEpochNs());
            long end = Level.HOURS.end(range.toEpochNs(), state.minutesFromNs);
            long to = Math.min(end, state.hoursToNs);
            if (from < to) {
                minutes(range.fromEpochNs(), from, state, pieces);
                pieces.add(new Piece(Level.HOURS, new TimeRange(from, to)));
                minutes(to, range.toEpochNs(), state, pieces);
                return pieces;
            }
        }
        boolean summed = length > SHORT_NS || range.fromEpochNs() < state.secondsFromNs;
        if (highest != Level.SECONDS && summed) {
            minutes(range.fromEpochNs(), range.toEpochNs(), state, pieces);
        } else {
            seconds(range.fromEpochNs(), range.toEpochNs(), pieces);
        }
        return pieces;
    }

    private static void minutes(long fromNs, long toNs, State state, List<Piece> pieces) {
        boolean secondsLeft = fromNs >= state.secondsFromNs;
        long from = secondsLeft ? Level.MINUTES.ceil(fromNs) : Level.MINUTES.floor(fromNs);
        long to = Math.min(Level.MINUTES.end(toNs, state.secondsFromNs), state.minutesToNs);
        if (from < to) {
            seconds(fromNs, from, pieces);
            pieces.add(new Piece(Level.MINUTES, new TimeRange(from, to)));
            seconds(to, toNs, pieces);
        } else {
            seconds(fromNs, toNs, pieces);
        }
    }

    private static void seconds(long fromNs, long toNs, List<Piece> pieces) {
        if (fromNs < toNs) {
            pieces.add(new Piece(Level.SECONDS, new TimeRange(fromNs, toNs)));
        }
    }

    /**
     * One query over all parts of a range.
     *
     * @param seconds selected of the seconds, with {@code %s} where a part's condition stands
     * @param sums selected of the sums, with {@code %s} for the table's suffix and for the condition
     */
    static String union(List<Piece> pieces, String seconds, String sums) {
        return pieces.stream()
                .map(piece -> piece.level() == Level.SECONDS
                        ? seconds.formatted(piece.range().condition())
                        : sums.formatted(piece.level().suffix, piece.range().condition()))
                .collect(Collectors.joining(" union all "));
    }

    /** Likewise, where seconds and their sums have the same columns. */
    static String union(List<Piece> pieces, String sums) {
        return pieces.stream()
                .map(piece -> sums.formatted(piece.level().suffix, piece.range().condition()))
                .collect(Collectors.joining(" union all "));
    }

    /** The parameter of a query, if it has one, once for each part. */
    static String[] repeated(List<Piece> pieces, Optional<String> parameter) {
        return pieces.stream().flatMap(_ -> parameter.stream()).toArray(String[]::new);
    }

    private synchronized State state() {
        long now = System.nanoTime();
        if (state == null || now - readMonoNs > STATE_NS) {
            state = read();
            readMonoNs = now;
        }
        return state;
    }

    private State read() {
        Map<String, Long> found = new HashMap<>();
        sql.query(STATE, row -> found.put(row.getString("what"), Sql.longOrNull(row, "at")));
        if (!Long.valueOf(0).equals(found.get("invalid"))) {
            return State.NONE;
        }
        return new State(
                ns(found, "seconds from", Long.MIN_VALUE),
                ns(found, "minutes from", Long.MAX_VALUE),
                ns(found, "minutes to", Long.MIN_VALUE),
                ns(found, "hours to", Long.MIN_VALUE));
    }

    private static long ns(Map<String, Long> found, String what, long otherwise) {
        Long micros = found.get(what);
        return micros == null ? otherwise : Micros.toNs(micros);
    }
}
