package io.ringtail.standalone.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 50us, 100ms, 1s, 15m, 24h, 7d. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ns|us|ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if it is not one, with an example
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a duration: write 100ms, 1s, 15m, 24h or 7d");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ns" -> Duration.ofNanos(count);
            case "us" -> Duration.ofNanos(Math.multiplyExact(count, 1_000L));
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
