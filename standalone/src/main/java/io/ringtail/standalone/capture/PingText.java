package io.ringtail.standalone.capture;

import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ping -D} prints (iputils): the stamp before a line is that of the receipt by the wall clock. Requests leave
 * on schedule whether or not replies came; a number that never appears is lost; {@code (DUP!)} is a reply that came again.
 * Without {@code -D} there are no times, and the numbers are taken as seconds. Any text gives an answer, never an
 * exception.
 */
final class PingText {
    private static final Pattern HEAD =
            Pattern.compile("PING (\\S+)(?: \\(([^)]+)\\))? .*?(\\d{1,5})(?:\\(\\d+\\))? (?:data )?bytes.*");
    private static final Pattern REPLY = Pattern.compile(
            "(?:\\[(\\d{1,10}\\.\\d{1,9})] )?.*icmp_seq=(\\d{1,9}) .*time=(\\d{1,9}(?:\\.\\d{1,6})?) ms(.*)");
    private static final long SECOND_NS = 1_000_000_000;
    private static final int MAX_GAP = 100_000;

    private PingText() {}

    static ToolOutput parse(List<String> lines) {
        List<ToolOutput.Trip> trips = new ArrayList<>();
        List<Long> lost = new ArrayList<>();
        String responder = "";
        int bytes = 0;
        int duplicated = 0;
        int skipped = 0;
        long expected = -1;
        long first = -1;
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            Matcher reply = REPLY.matcher(line);
            if (head.matches()) {
                responder = head.group(2) == null ? head.group(1) : head.group(2);
                bytes = Integer.parseInt(head.group(3));
            } else if (reply.matches()) {
                long number = Long.parseLong(reply.group(2));
                if (reply.group(4).contains("DUP!") || number < expected) {
                    duplicated++;
                    continue;
                }
                long rttNs = decimal(reply.group(3), 6);
                long sentNs = reply.group(1) == null ? number * SECOND_NS : decimal(reply.group(1), 9) - rttNs;
                long missing = expected < 0 ? 0 : number - expected;
                for (long i = 0; i < missing && missing < MAX_GAP; i++) {
                    lost.add(SockperfLog.between(trips.getLast().sentNs(), sentNs, i + 1, missing + 1));
                }
                first = first < 0 ? number : first;
                expected = number + 1;
                trips.add(new ToolOutput.Trip(sentNs, rttNs));
            } else if (line.contains("icmp_seq=") && line.contains("time=")) {
                skipped++;
            }
        }
        return new ToolOutput(
                ProbeKind.ICMP,
                Schedule.OPEN,
                rate(trips, expected - 1 - first),
                bytes,
                responder,
                trips,
                lost,
                duplicated,
                skipped);
    }

    /** From the distance of the first and last send. */
    private static Integer rate(List<ToolOutput.Trip> trips, long intervals) {
        if (intervals <= 0) {
            return null;
        }
        long lengthNs = trips.getLast().sentNs() - trips.getFirst().sentNs();
        long perSecond = lengthNs <= 0 ? 0 : Math.round((double) intervals * SECOND_NS / lengthNs);
        return perSecond < 1 ? null : Integer.valueOf((int) Math.min(perSecond, Integer.MAX_VALUE));
    }

    private static long decimal(String text, int digits) {
        return new BigDecimal(text).movePointRight(digits).longValue();
    }
}
