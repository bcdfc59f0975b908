package io.ringtail.standalone.metrics;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.ringtail.standalone.UserError;
import java.io.IOException;

/** Serves a process's metrics at {@code /metrics} on a port of its own. */
public final class MetricsServer implements AutoCloseable {
    private final HTTPServer server;

    private MetricsServer(HTTPServer server) {
        this.server = server;
    }

    /**
     * Listens.
     *
     * @throws UserError if the port is taken or the address is not this machine's
     */
    public static MetricsServer start(String host, int port, Metrics metrics) {
        try {
            return new MetricsServer(HTTPServer.builder()
                    .hostname(host)
                    .port(port)
                    .registry(metrics.registry())
                    .buildAndStart());
        } catch (IOException e) {
            throw new UserError(
                    UserError.UNAVAILABLE,
                    "Metrics cannot be served on " + host + ":" + port + ": " + e.getMessage()
                            + ". Choose another port by -D ringtail.metrics.listen=HOST:PORT");
        }
    }

    /** The port that it listens on. */
    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.close();
    }
}
