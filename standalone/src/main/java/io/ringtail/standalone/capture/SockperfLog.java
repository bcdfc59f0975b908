package io.ringtail.standalone.capture;

import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of {@code sockperf --full-log}. It prints half the round trip as latency (unless {@code --full-rtt}), so the
 * round trip is taken from its stamps of send and receipt; it leaves lost messages out, so they are the numbers that are
 * missing. Its times are since its own start. Any text gives an answer, never an exception.
 */
final class SockperfLog {
    private static final Pattern SAMPLE =
            Pattern.compile("(\\d{1,18}), *(\\d{1,9}\\.\\d{1,9}), *(\\d{1,9}\\.\\d{1,9}).*");
    private static final Pattern SAMPLE_LIKE = Pattern.compile("\\s*\\d+ *,.*");
    private static final Pattern RATE = Pattern.compile("--mps=(\\d{1,9})");
    private static final Pattern SIZE = Pattern.compile("--msg-size=(\\d{1,6})");
    private static final int MAX_GAP = 1_000_000;

    private SockperfLog() {}

    static ToolOutput parse(List<String> lines) {
        List<ToolOutput.Trip> trips = new ArrayList<>();
        List<Long> lost = new ArrayList<>();
        Integer rate = null;
        int bytes = 0;
        int skipped = 0;
        long expected = -1;
        for (String line : lines) {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                long number = Long.parseLong(sample.group(1));
                long sentNs = ns(sample.group(2));
                long rttNs = ns(sample.group(3)) - sentNs;
                if (rttNs <= 0) {
                    skipped++;
                    continue;
                }
                long missing = expected < 0 ? 0 : number - expected;
                for (long i = 0; i < missing && missing < MAX_GAP; i++) {
                    lost.add(between(trips.getLast().sentNs(), sentNs, i + 1, missing + 1));
                }
                expected = number + 1;
                trips.add(new ToolOutput.Trip(sentNs, rttNs));
            } else if (SAMPLE_LIKE.matcher(line).matches()) {
                skipped++;
            } else if (line.contains("--mps=") || line.contains("--msg-size=")) {
                rate = number(RATE, line);
                bytes = number(SIZE, line) == null ? 0 : number(SIZE, line);
            }
        }
        Schedule schedule = rate == null || rate == 0 ? Schedule.CLOSED : Schedule.PACED;
        return new ToolOutput(
                ProbeKind.UDP_RR,
                schedule,
                schedule == Schedule.CLOSED ? null : rate,
                bytes,
                "",
                trips,
                lost,
                0,
                skipped);
    }

    static long between(long from, long to, long step, long steps) {
        return from + (to - from) / steps * step;
    }

    private static long ns(String seconds) {
        return new BigDecimal(seconds).movePointRight(9).longValueExact();
    }

    private static Integer number(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? Integer.valueOf(found.group(1)) : null;
    }
}
