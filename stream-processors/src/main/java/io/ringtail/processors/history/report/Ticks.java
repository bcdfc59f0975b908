package io.ringtail.processors.history.report;

import io.ringtail.processors.history.TimeRange;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Round places on axes. Pure. */
final class Ticks {
    private static final int MOST = 8;
    private static final long DECADES = 100;
    private static final List<Duration> STEPS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(2),
            Duration.ofDays(7),
            Duration.ofDays(30),
            Duration.ofDays(90),
            Duration.ofDays(365),
            Duration.ofDays(3_650));

    private Ticks() {}

    /** Durations in a range of a logarithmic scale: decades, and twice and five times of each where there are few. */
    static List<Long> durations(long lowNs, long highNs) {
        List<Long> ticks = new ArrayList<>();
        boolean few = highNs / lowNs < DECADES;
        for (long decade = 1; decade <= highNs; decade *= 10) {
            for (long factor : few ? List.of(1L, 2L, 5L) : List.of(1L)) {
                long tick = decade * factor;
                if (tick >= lowNs && tick <= highNs) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    /** At most {@value #MOST} full moments of UTC in a range; ns since 1970-01-01 UTC. */
    static long[] moments(long fromNs, long toNs) {
        long step = step(fromNs, toNs).toNanos();
        return LongStream.iterate(Math.ceilDiv(fromNs, step) * step, at -> at <= toNs, at -> at + step)
                .toArray();
    }

    private static Duration step(long fromNs, long toNs) {
        return STEPS.stream()
                .filter(each -> (toNs - fromNs) / each.toNanos() < MOST)
                .findFirst()
                .orElse(STEPS.getLast());
    }

    /** A moment as finely as its neighbours need. */
    static String label(long moment, long fromNs, long toNs) {
        Duration step = step(fromNs, toNs);
        String pattern = step.toMinutes() == 0 ? "HH:mm:ss" : step.toDays() == 0 ? "MM-dd HH:mm" : "uuuu-MM-dd";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(TimeRange.instant(moment));
    }
}
