package io.ringtail.standalone.broker;

import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker and its controller within this process. Records, offsets and the cluster's id live in its directory
 * and survive the process, also one that is killed. One at a time may use a directory: the caller holds the lock.
 *
 * <p>Owned by the thread that starts and closes it.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private final KafkaRaftServer server;
    private final String bootstrap;

    private EmbeddedBroker(KafkaRaftServer server, String bootstrap) {
        this.server = server;
        this.bootstrap = bootstrap;
    }

    /**
     * Starts a broker and returns when it takes requests.
     *
     * @throws BrokerException if the port is in use or the directory cannot be used
     */
    public static EmbeddedBroker start(BrokerSettings settings) {
        int port = Ports.claim(settings.host(), settings.port());
        BrokerStorage.prepare(settings.dataDir());
        int controllerPort = BrokerStorage.controllerPort(settings.dataDir());
        KafkaConfig config = new KafkaConfig(BrokerProperties.of(settings, port, controllerPort), false);
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        try {
            server.startup();
        } catch (RuntimeException e) {
            server.shutdown();
            throw new BrokerException(
                    "The embedded broker does not start: " + e.getMessage() + ". Its log says more.", e);
        }
        return new EmbeddedBroker(server, settings.advertisedHost() + ":" + port);
    }

    /** Where clients connect, as {@code host:port}. */
    public String bootstrap() {
        return bootstrap;
    }

    /** The properties that a client on this host needs. */
    public Map<String, Object> clientProperties() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    }

    /** Stops it cleanly and waits until it is down: within seconds. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
