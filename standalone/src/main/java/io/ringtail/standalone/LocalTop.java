package io.ringtail.standalone;

import io.ringtail.collectors.AgentConfig;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.local.Top;
import java.util.Optional;

/** Puts {@code ringtail top} together: the agent of the configuration, and no broker. */
public final class LocalTop {
    private LocalTop() {}

    /** Shows so many views, 0 for no end. */
    public static void run(Settings settings, Terminal terminal, boolean clears, long views)
            throws InterruptedException {
        AgentConfig config = AgentParts.config(settings.config(), true, Optional.empty());
        try (Running running = new Running()) {
            new Top(terminal, clears)
                    .run(config, AgentParts.sources(running, settings.config().collect()), views);
        }
    }
}
