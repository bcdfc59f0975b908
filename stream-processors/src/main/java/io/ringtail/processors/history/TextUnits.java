package io.ringtail.processors.history;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers with their units, as people read them. Pure. */
public final class TextUnits {
    /** Stands for what is absent. */
    public static final String ABSENT = "-";

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private TextUnits() {}

    /** A duration in the unit that gives it one to three digits before the point. */
    public static String duration(Number ns) {
        if (ns == null) {
            return ABSENT;
        }
        return duration(ns.doubleValue(), "%.1f", "%.2f");
    }

    private static String duration(double ns, String us, String longer) {
        if (ns < NS_PER_US) {
            return number("%.0f ns", ns);
        }
        if (ns < NS_PER_MS) {
            return number(us + " us", ns / NS_PER_US);
        }
        return ns < NS_PER_S ? number(longer + " ms", ns / NS_PER_MS) : number(longer + " s", ns / NS_PER_S);
    }

    /** A count with its thousands apart. */
    public static String count(long count) {
        return number("%,d", count);
    }

    /** A moment of UTC, to the millisecond. */
    public static String moment(long epochNs) {
        return MOMENT.format(TimeRange.instant(epochNs));
    }

    /** A moment of UTC, to the second. */
    public static String second(long epochNs) {
        return SECOND.format(TimeRange.instant(epochNs));
    }

    /** A share, in percent with two digits that count. */
    public static String share(long part, long whole) {
        return whole == 0 ? ABSENT : number("%.2g %%", 100.0 * part / whole);
    }

    /** A percentile's name: p50, p99.9. */
    public static String percentile(double percent) {
        String text = number("%s", percent);
        return "p" + (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
    }

    /** A round duration, without digits after the point. */
    public static String round(long ns) {
        return duration((double) ns, "%.0f", "%.0f");
    }

    /** A host, with the network namespace where that is not its own. */
    public static String host(String host, String netns) {
        return netns == null ? host : host + "/" + netns;
    }

    /** A setting's name, with the queue where it belongs to one. */
    public static String setting(String name, String queue) {
        return queue == null ? name : name + " [" + queue + "]";
    }

    /** A number as {@link String#format} has it, in every country alike. */
    public static String number(String format, Object number) {
        return String.format(Locale.ROOT, format, number);
    }
}
