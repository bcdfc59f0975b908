package io.ringtail.collectors.publish;

import io.ringtail.schemas.topic.HostPartition;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;

/** Puts all records of a host into one partition, settings too, whose keys go on behind the host. Stateless. */
public final class HostPartitioner implements Partitioner {
    @Override
    public int partition(String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
        String host = HostPartition.hostOf(new String(keyBytes, StandardCharsets.UTF_8));
        return HostPartition.of(host, cluster.partitionCountForTopic(topic));
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
