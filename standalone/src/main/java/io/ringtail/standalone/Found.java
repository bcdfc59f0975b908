package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.Health;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Link;
import io.ringtail.collectors.linux.Rtnetlink;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.standalone.cli.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an agent found on this host, and what it may not see and why, in words for the terminal. */
final class Found {
    private static final Duration FIRST_READS = Duration.ofSeconds(3);

    private Found() {}

    /** Tells it, once every source was read or three seconds are over. */
    static void tell(Agent agent, Terminal terminal) throws InterruptedException {
        long deadlineMonoNs = System.nanoTime() + FIRST_READS.toNanos();
        while (agent.health().stream().anyMatch(Found::waiting) && System.nanoTime() < deadlineMonoNs) {
            Thread.sleep(20);
        }
        terminal.tell("interfaces   " + interfaces());
        agent.health().forEach(health -> terminal.tell(line(health)));
    }

    private static boolean waiting(Health health) {
        return health.reads() + health.failures() == 0 && !health.name().startsWith("reflector:");
    }

    private static String line(Health health) {
        return String.format(
                Locale.ROOT,
                "%-12s %s%s",
                health.name(),
                state(health.state()),
                health.reason().map(reason -> ": " + reason).orElse(""));
    }

    private static String state(SourceState state) {
        return switch (state) {
            case OK -> "ok";
            case DEGRADED -> "in part";
            case UNAVAILABLE -> "not available";
            case FAILED -> "failed";
        };
    }

    private static String interfaces() {
        try (Rtnetlink rtnetlink = Rtnetlink.open()) {
            List<Link> links = rtnetlink.links();
            return links.stream().map(Found::described).collect(Collectors.joining(", "));
        } catch (Errno e) {
            return "cannot be listed: " + e.getMessage();
        }
    }

    private static String described(Link link) {
        return link.name() + (link.up() ? "" : " (down)");
    }
}
