package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.history.Rollups.Level;
import io.ringtail.processors.history.Rollups.Piece;
import io.ringtail.processors.history.Rollups.State;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RollupsTest {
    private static final long SEED = 20_261;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private static long at(String time) {
        return Instant.parse(time).getEpochSecond() * SECOND;
    }

    private static TimeRange range(String from, String to) {
        return new TimeRange(at(from), at(to));
    }

    private static Piece piece(Level level, String from, String to) {
        return new Piece(level, range(from, to));
    }

    /** Everything of January is there by the second, the sums are made up to the end of the 30th. */
    private static final State ALL = new State(
            at("2026-01-01T00:00:00Z"),
            at("2026-01-01T00:00:00Z"),
            at("2026-01-30T23:59:00Z"),
            at("2026-01-30T23:00:00Z"));

    @Test
    void whatIsShortComesFromSeconds() {
        assertThat(Rollups.pieces(range("2026-01-05T10:00:30Z", "2026-01-05T11:00:30Z"), Level.HOURS, ALL))
                .containsExactly(piece(Level.SECONDS, "2026-01-05T10:00:30Z", "2026-01-05T11:00:30Z"));
    }

    @Test
    void aDayComesFromMinutesWithSecondsAtItsEnds() {
        assertThat(Rollups.pieces(range("2026-01-05T10:00:30Z", "2026-01-06T10:00:30Z"), Level.HOURS, ALL))
                .containsExactly(
                        piece(Level.SECONDS, "2026-01-05T10:00:30Z", "2026-01-05T10:01:00Z"),
                        piece(Level.MINUTES, "2026-01-05T10:01:00Z", "2026-01-06T10:00:00Z"),
                        piece(Level.SECONDS, "2026-01-06T10:00:00Z", "2026-01-06T10:00:30Z"));
    }

    @Test
    void aWeekComesFromHoursWithMinutesAndSecondsAtItsEnds() {
        assertThat(Rollups.pieces(range("2026-01-05T10:30:30Z", "2026-01-12T10:30:30Z"), Level.HOURS, ALL))
                .containsExactly(
                        piece(Level.SECONDS, "2026-01-05T10:30:30Z", "2026-01-05T10:31:00Z"),
                        piece(Level.MINUTES, "2026-01-05T10:31:00Z", "2026-01-05T11:00:00Z"),
                        piece(Level.HOURS, "2026-01-05T11:00:00Z", "2026-01-12T10:00:00Z"),
                        piece(Level.MINUTES, "2026-01-12T10:00:00Z", "2026-01-12T10:30:00Z"),
                        piece(Level.SECONDS, "2026-01-12T10:30:00Z", "2026-01-12T10:30:30Z"));
    }

    @Test
    void stepsOfMinutesNeverTakeHours() {
        assertThat(Rollups.pieces(range("2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z"), Level.MINUTES, ALL))
                .containsExactly(piece(Level.MINUTES, "2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z"));
    }

    @Test
    void theNewestSumsMayGrowAndAreNotTaken() {
        assertThat(Rollups.pieces(range("2026-01-30T12:00:00Z", "2026-01-31T00:00:00Z"), Level.HOURS, ALL))
                .containsExactly(
                        piece(Level.MINUTES, "2026-01-30T12:00:00Z", "2026-01-30T23:59:00Z"),
                        piece(Level.SECONDS, "2026-01-30T23:59:00Z", "2026-01-31T00:00:00Z"));
    }

    @Test
    void whereSecondsHaveExpiredTheRangeIsWidenedToWholeMinutes() {
        State expired =
                new State(at("2026-01-05T12:00:00Z"), at("2026-01-01T00:00:00Z"), ALL.minutesToNs(), ALL.hoursToNs());
        assertThat(Rollups.pieces(range("2026-01-05T10:00:30Z", "2026-01-05T10:05:30Z"), Level.HOURS, expired))
                .containsExactly(piece(Level.MINUTES, "2026-01-05T10:00:00Z", "2026-01-05T10:06:00Z"));
    }

    @Test
    void whereMinutesHaveExpiredTheRangeIsWidenedToWholeHours() {
        State expired =
                new State(at("2026-01-20T00:00:00Z"), at("2026-01-10T00:00:00Z"), ALL.minutesToNs(), ALL.hoursToNs());
        assertThat(Rollups.pieces(range("2026-01-02T10:20:00Z", "2026-01-02T12:40:00Z"), Level.HOURS, expired))
                .containsExactly(piece(Level.HOURS, "2026-01-02T10:00:00Z", "2026-01-02T13:00:00Z"));
    }

    @Test
    void withoutSumsAllComesFromSeconds() {
        TimeRange month = range("2026-01-01T00:00:00Z", "2026-01-30T00:00:00Z");
        assertThat(Rollups.pieces(month, Level.HOURS, State.NONE)).containsExactly(new Piece(Level.SECONDS, month));
    }

    @Test
    void piecesFollowEachOtherWithoutGapOrOverlap() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            long from = at("2026-01-01T00:00:00Z") + random.nextLong(30 * 24 * HOUR);
            TimeRange range = new TimeRange(from, from + 1 + random.nextLong(random.nextBoolean() ? HOUR : 200 * HOUR));
            Level highest = List.of(Level.values()).get(random.nextInt(3));
            List<Piece> pieces = Rollups.pieces(range, highest, ALL);
            long at = range.fromEpochNs();
            for (Piece piece : pieces) {
                assertThat(piece.range().fromEpochNs())
                        .as("%s of %s", pieces, range)
                        .isEqualTo(at);
                assertThat(piece.level()).isLessThanOrEqualTo(highest);
                if (piece.level() != Level.SECONDS) {
                    assertThat(at % piece.level().unitNs()).isZero();
                    assertThat(piece.range().toEpochNs() % piece.level().unitNs())
                            .isZero();
                }
                at = piece.range().toEpochNs();
            }
            assertThat(at).isEqualTo(range.toEpochNs());
        }
    }

    @Test
    void stepsAreWholeUnitsAndStartAtFullOnes() {
        TimeRange day = range("2026-01-05T10:00:30Z", "2026-01-06T10:00:30Z");
        assertThat(Steps.of(day, 1_000)).isEqualTo(new Steps(at("2026-01-05T10:00:00Z"), 2 * MINUTE, 721));
        assertThat(Steps.of(day, 20)).isEqualTo(new Steps(at("2026-01-05T10:00:00Z"), 2 * HOUR, 13));
        assertThat(Steps.of(day, 2_000).lengthNs()).isEqualTo(44 * SECOND);
        assertThat(Steps.of(day, 2_000).fromEpochNs()).isEqualTo(day.fromEpochNs());
        assertThat(Steps.of(day, 20).highest()).isEqualTo(Level.HOURS);
        assertThat(Steps.of(day, 1_000).highest()).isEqualTo(Level.MINUTES);
        assertThat(Steps.of(day, 2_000).highest()).isEqualTo(Level.SECONDS);
    }
}
