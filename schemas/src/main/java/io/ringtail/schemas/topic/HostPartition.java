package io.ringtail.schemas.topic;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a host's records belong to, so that all of a host is in one partition and in order. Records keyed by
 * the host get there by Kafka's default; settings, keyed {@code host|netns|object}, must be sent there explicitly. The
 * stream processors move settings that are elsewhere, which costs a hop and lets watermarks overtake them. Stateless.
 */
public final class HostPartition {
    private HostPartition() {}

    /** The partition of a host among so many. */
    public static int of(String host, int partitions) {
        return Utils.toPositive(Utils.murmur2(host.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** The host of a settings key {@code host|netns|object}; of another key the whole. */
    public static String hostOf(String key) {
        int bar = key.indexOf('|');
        return bar < 0 ? key : key.substring(0, bar);
    }
}
