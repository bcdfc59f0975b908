package io.ringtail.processors.history;

import java.time.Duration;

/**
 * How long the history keeps what expires. What is rare and explains the rest (changes, epochs, effects, shifts, settings)
 * is kept for good.
 *
 * @param seconds windows, their buckets and segments, gauges, associations, agents' health; whole hours, at least two
 * @param minutes their sums by minute; whole days, no less than the seconds
 * @param hours their sums by hour; whole months of 30 days, no less than the minutes
 */
public record Retention(Duration seconds, Duration minutes, Duration hours) {
    private static final Duration LEAST = Duration.ofHours(2);
    private static final int DAYS_OF_A_MONTH = 30;

    /** 30 days, 400 days, ten years. */
    public static final Retention DEFAULT =
            new Retention(Duration.ofDays(30), Duration.ofDays(400), Duration.ofDays(3660));

    /**
     * Checked.
     *
     * @throws IllegalArgumentException if one is too short; the message says which and why
     */
    public Retention {
        if (seconds.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("seconds must be kept for two hours or longer, not for " + seconds);
        }
        if (minutes.compareTo(seconds) < 0 || hours.compareTo(minutes) < 0) {
            throw new IllegalArgumentException("minutes must be kept no shorter than seconds, hours no shorter than"
                    + " minutes; seconds " + seconds + ", minutes " + minutes + ", hours " + hours + " are not");
        }
    }

    String ofSeconds() {
        return seconds.toHours() + " HOURS";
    }

    String ofMinutes() {
        return Math.max(1, minutes.toDays()) + " DAYS";
    }

    String ofHours() {
        return Math.max(1, Math.ceilDiv(hours.toDays(), DAYS_OF_A_MONTH)) + " MONTHS";
    }

    /** How far back minutes are summed up again: where their seconds are whole. */
    String refreshOfMinutes() {
        return seconds.toHours() - 1 + " HOURS";
    }

    /** How far back hours are summed up again: where their minutes are whole. */
    String refreshOfHours() {
        return Math.max(1, minutes.toHours() - 24) + " HOURS";
    }
}
