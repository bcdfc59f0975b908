package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.linux.QueueStats;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DriverStatisticsTest {
    private final Reads reads = new Reads();
    private final Map<String, Long> statistics = new LinkedHashMap<>();
    private final List<QueueStats> queueStats = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private String driver = "virtio_net";
    private String held = "";
    private FakeHost host;
    private RingsSource source;

    @BeforeEach
    void open(@TempDir Path root) {
        host = new FakeHost(root).nic("eth0", 2);
        source = new RingsSource(host.roots(), Fake::new, Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        release.countDown();
        source.close();
    }

    @Test
    void b11PacketsComeFromQueueStatsAndKicksFromTheDriver() {
        queueStats.add(new QueueStats(QueueStats.Direction.RX, 0, Map.of("packets", 500L)));
        statistics.put("rx0_kicks", 4L);
        statistics.put("tx0_kicks", 9L);
        Rings rings = reads.read(source).only(Rings.class);
        assertThat(values(rings, Direction.RX, 0)).isEqualTo(Map.of("packets", 500L, "kicks", 4L));
        assertThat(values(rings, Direction.TX, 0)).isEqualTo(Map.of("kicks", 9L));
    }

    @Test
    void b11WhatTheDriverAlsoTellsIsNotBelievedBesideQueueStats() {
        queueStats.add(new QueueStats(QueueStats.Direction.RX, 0, Map.of("packets", 500L)));
        statistics.put("rx_queue_0_packets", 499L);
        Rings rings = reads.read(source).only(Rings.class);
        assertThat(values(rings, Direction.RX, 0)).isEqualTo(Map.of("packets", 500L));
    }

    @Test
    void a15QueuesThatAreReconfiguredBeginAnewWhileTheDeviceGoesOn() {
        driver = "mlx5_core";
        set("rx0_packets", 1_000L, "rx1_packets", 2_000L, "rx_out_of_buffer", 3_000L);
        reads.read(source);
        set("rx0_packets", 40L, "rx_out_of_buffer", 3_050L);
        Rings fewer = reads.read(source).only(Rings.class);
        assertThat(fewer.getQueues()).hasSize(1);
        assertThat(fewer.getQueues().getFirst().getCounters().getFirst().getDelta())
                .isNull();
        set("rx0_packets", 60L, "rx1_packets", 5L, "rx_out_of_buffer", 3_075L);
        Rings more = reads.read(source).only(Rings.class);
        assertThat(counter(more, Direction.RX, 1, "packets").getVerdict()).isEqualTo(Verdict.FIRST);
    }

    @Test
    void whatBecameOfTheStatisticsIsCounted() {
        driver = "mlx5_core";
        set("rx0_packets", 1L, "rx0_csum_none", 1L, "rx_prio0_bytes", 1L);
        Rings rings = reads.read(source).only(Rings.class);
        assertThat(rings.getDriverStatistics().getNames()).isEqualTo(3);
        assertThat(rings.getDriverStatistics().getPublished()).isEqualTo(1);
        assertThat(rings.getDriverStatistics().getKeptToDriver()).isEqualTo(1);
        assertThat(rings.getDriverStatistics().getUnknown()).isEqualTo(1);
    }

    @Test
    void a22AnInterfaceWhoseDriverHoldsTheCallIsAbsentAndTheOthersAreRead() {
        host.nic("eth1", 3).nic("eth2", 4);
        held = "eth1";
        source.close();
        source = new RingsSource(host.roots(), Fake::new);
        for (int second = 0; second < 5; second++) {
            List<Rings> all = reads.read(source).all(Rings.class);
            assertThat(all).hasSize(3);
            assertThat(all)
                    .filteredOn(rings -> rings.getInterface$().equals("eth1"))
                    .allSatisfy(rings -> {
                        assertThat(rings.getCounters()).isEmpty();
                        assertThat(rings.getAbsent()).containsExactly(new Absence("interface", "timeout"));
                    });
            assertThat(all)
                    .filteredOn(rings -> !rings.getInterface$().equals("eth1"))
                    .allMatch(rings -> !rings.getCounters().isEmpty());
        }
        assertThat(source.readers()).isLessThanOrEqualTo(2);
        assertThat(reads.degraded).containsKey("interface eth1");
    }

    private void set(Object... namesAndValues) {
        statistics.clear();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            statistics.put((String) namesAndValues[i], (Long) namesAndValues[i + 1]);
        }
    }

    private static Map<String, Long> values(Rings rings, Direction direction, int queue) {
        Map<String, Long> values = new LinkedHashMap<>();
        queue(rings, direction, queue)
                .getCounters()
                .forEach(counter -> values.put(counter.getName(), Counters.bits(counter.getRaw())));
        return values;
    }

    private static CounterDelta counter(Rings rings, Direction direction, int queue, String name) {
        return queue(rings, direction, queue).getCounters().stream()
                .filter(counter -> counter.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static QueueCounters queue(Rings rings, Direction direction, int queue) {
        return rings.getQueues().stream()
                .filter(each -> each.getDirection() == direction && each.getQueue() == queue)
                .findFirst()
                .orElseThrow();
    }

    private final class Fake implements RingsReader {
        @Override
        public List<QueueStats> queueStats(int ifindex) {
            return List.copyOf(queueStats);
        }

        @Override
        public Optional<String> driver(String name) {
            return Optional.of(driver);
        }

        @Override
        public int statisticsCount(String name) {
            if (name.equals(held)) {
                try {
                    release.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
            return statistics.size();
        }

        @Override
        public List<String> statisticsNames(String name) {
            return List.copyOf(statistics.keySet());
        }

        @Override
        public long[] statistics(String name, int expected) {
            return statistics.values().stream().mapToLong(Long::longValue).toArray();
        }
    }
}
