package io.ringtail.standalone;

import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.cli.Version;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.MetricsServer;

/** A process's metrics, and where they are served. */
final class Measured {
    private Measured() {}

    /** The metrics of this process; its parts are added as they start. */
    static Metrics metrics() {
        return new Metrics(Version.current());
    }

    /** Serves them, where the configuration says so. */
    static void serve(Running running, RingtailConfig.Metrics config, Metrics metrics, Terminal terminal) {
        config.listen().ifPresent(text -> {
            HostPort listen = HostPort.parse(text, "ringtail.metrics.listen");
            MetricsServer server = running.add("metrics", MetricsServer.start(listen.host(), listen.port(), metrics));
            terminal.tell("metrics      http://" + listen.host() + ":" + server.port() + "/metrics");
        });
    }
}
