package io.ringtail.schemas;

import io.ringtail.schemas.record.Path;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;

/** Identity and display of paths. */
public final class Paths {
    private Paths() {}

    /** The deterministic id of a path: equal paths have equal ids, on every host and in every run. */
    public static String id(Path path) {
        String all = String.join(
                "\u0000",
                path.getProberHost(),
                path.getProberNetns(),
                path.getProberInterface(),
                path.getResponderHost(),
                path.getResponderNetns(),
                path.getResponderInterface(),
                path.getProbe().name(),
                Integer.toString(path.getRequestBytes()),
                Integer.toString(path.getResponseBytes()),
                Integer.toString(path.getSessions()),
                path.getSchedule().name(),
                String.valueOf(path.getRatePerSecond()));
        return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** A path in words: {@code a:eth0 > b:eth1 udp_rr 40/40 1000/s}. */
    public static String label(Path path) {
        String schedule = switch (path.getSchedule()) {
            case OPEN -> path.getRatePerSecond() + "/s" + (path.getSessions() > 1 ? " x" + path.getSessions() : "");
            case PACED -> path.getRatePerSecond() + "/s paced";
            case CLOSED -> "closed x" + path.getSessions();
        };
        return String.format(
                Locale.ROOT,
                "%s > %s %s %d/%d %s",
                end(path.getProberHost(), path.getProberNetns(), path.getProberInterface()),
                end(path.getResponderHost(), path.getResponderNetns(), path.getResponderInterface()),
                path.getProbe().name().toLowerCase(Locale.ROOT),
                path.getRequestBytes(),
                path.getResponseBytes(),
                schedule);
    }

    private static String end(String host, String netns, String iface) {
        return host + (netns.isEmpty() ? "" : "/" + netns) + (iface.isEmpty() ? "" : ":" + iface);
    }
}
