package io.ringtail.standalone;

import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.Origins;
import io.ringtail.collectors.probe.Reflector;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import java.util.Optional;

/** A responder alone: answers probes and needs no broker. */
public final class Reflect {
    private final Settings settings;
    private final Terminal terminal;

    /** With the configuration in force. */
    public Reflect(Settings settings, Terminal terminal) {
        this.settings = settings;
        this.terminal = terminal;
    }

    /** Runs until the process is told to end. */
    public void run() throws InterruptedException {
        AgentConfig identity = AgentParts.config(settings.config(), false, Optional.empty());
        Origins origins = Origins.ofThisBoot(identity.host(), identity.netns(), Optional::empty);
        Guest.giveWay();
        try (Running running = new Running()) {
            Reflector reflector =
                    running.add("reflector", new Reflector(AgentParts.reflector(settings.config()), origins));
            reflector.start();
            terminal.tell(
                    "Answering probes on UDP and TCP " + reflector.address().getHostString() + ":"
                            + reflector.address().getPort() + " as " + identity.host());
            Metrics metrics = Measured.metrics();
            PartMetrics.reflector(metrics, reflector);
            Measured.serve(running, settings.config().metrics(), metrics, terminal);
            running.awaitEnd();
            terminal.tell(reflector.counts().toString());
        }
    }
}
