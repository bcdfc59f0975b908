package io.ringtail.standalone.serve;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Times in queries: {@code from} and {@code to} as instants or ms since 1970-01-01 UTC, {@code last} as 15m or 2h. */
record QueryTimes(Instant from, Instant to) {
    private static final Duration USUAL = Duration.ofMinutes(15);

    /** From {@code from} (15 minutes before the end) to {@code to} (now). */
    static QueryTimes range(Context ctx) {
        Instant to = instant(ctx, "to").orElseGet(Instant::now);
        Instant from = instant(ctx, "from").orElseGet(() -> to.minus(USUAL));
        if (!from.isBefore(to)) {
            throw new BadRequestResponse("from=" + from + " is not before to=" + to);
        }
        return new QueryTimes(from, to);
    }

    /** The {@code last} so long. */
    static Duration last(Context ctx) {
        String text = Optional.ofNullable(ctx.queryParam("last")).orElse(USUAL.toMinutes() + "m");
        if (!text.matches("[1-9]\\d{0,5}[smhd]")) {
            throw new BadRequestResponse("last=" + text + " is no duration: use 90s, 15m, 2h or 7d");
        }
        return Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text);
    }

    private static Optional<Instant> instant(Context ctx, String name) {
        return Optional.ofNullable(ctx.queryParam(name)).map(text -> parsed(name, text));
    }

    private static Instant parsed(String name, String text) {
        try {
            return text.matches("\\d{1,14}") ? Instant.ofEpochMilli(Long.parseLong(text)) : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadRequestResponse(
                    name + "=" + text + " is no time: use 2026-01-31T12:00:00Z or milliseconds since 1970");
        }
    }
}
