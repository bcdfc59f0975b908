package io.ringtail.standalone.broker;

import java.util.Map;
import java.util.Properties;

/**
 * Configuration of a single broker that is its own controller, small: one partition of each internal topic, few
 * threads, small buffers and indices.
 */
final class BrokerProperties {
    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    // spotless:off
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", Integer.toString(NODE_ID)),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("controller.listener.names", CONTROLLER_LISTENER),
            // one node: no second copy of anything
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("min.insync.replicas", "1"),
            // topics come from the catalogue; a misspelt name is an error
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // killed and restarted, a broker waits for its own session to end
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "1000"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("num.replica.fetchers", "1"),
            Map.entry("background.threads", "1"),
            Map.entry("num.recovery.threads.per.data.dir", "1"),
            Map.entry("log.cleaner.threads", "1"),
            Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
            Map.entry("log.cleaner.io.buffer.size", "131072"),
            Map.entry("log.segment.bytes", "67108864"),
            Map.entry("log.index.size.max.bytes", "1048576"),
            Map.entry("offsets.topic.segment.bytes", "8388608"),
            Map.entry("transaction.state.log.segment.bytes", "8388608"),
            Map.entry("metadata.log.segment.bytes", "8388608"),
            Map.entry("metadata.max.retention.bytes", "16777216"),
            Map.entry("socket.send.buffer.bytes", "262144"),
            Map.entry("socket.receive.buffer.bytes", "262144"),
            Map.entry("queued.max.requests", "64"),
            Map.entry("group.coordinator.threads", "1"),
            Map.entry("share.coordinator.threads", "1"));
    // spotless:on

    private BrokerProperties() {}

    static Properties of(BrokerSettings settings, int port, int controllerPort) {
        Properties properties = new Properties();
        properties.putAll(FIXED);
        properties.put(
                "listeners",
                "PLAINTEXT://" + settings.host() + ":" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.put("advertised.listeners", "PLAINTEXT://" + settings.advertisedHost() + ":" + port);
        properties.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        properties.put("log.dirs", settings.dataDir().toAbsolutePath().toString());
        return properties;
    }
}
