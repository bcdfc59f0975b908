package io.ringtail.collectors.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.topic.HostPartition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HostPartitionerTest {
    private static final Cluster FOUR = cluster(4);

    @Test
    void settingsOfAHostGoWhereItsOtherRecordsGo() {
        for (String host : List.of("alpha", "beta", "trading-07", "ü")) {
            int partition = HostPartition.of(host, 4);
            assertThat(partition(host)).isEqualTo(partition);
            assertThat(partition(host + "||interface:eth0")).isEqualTo(partition);
            assertThat(partition(host + "|blue|host")).isEqualTo(partition);
        }
    }

    private static int partition(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        try (HostPartitioner partitioner = new HostPartitioner()) {
            return partitioner.partition("t", key, bytes, null, null, FOUR);
        }
    }

    private static Cluster cluster(int partitions) {
        Node[] nobody = {};
        List<PartitionInfo> infos = IntStream.range(0, partitions)
                .mapToObj(i -> new PartitionInfo("t", i, null, nobody, nobody))
                .toList();
        return new Cluster("c", List.of(), infos, Set.of(), Set.of());
    }
}
