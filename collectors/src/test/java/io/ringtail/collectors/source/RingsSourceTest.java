package io.ringtail.collectors.source;

import static io.ringtail.collectors.linux.QueueStats.Direction.RX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.NapiPollCounts;
import io.ringtail.collectors.linux.QueueStats;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RingsSourceTest {
    private static final String RX_PACKETS = "eth0/statistics/rx_packets";
    private static final int ETH0 = 2;
    private static final String BQL = "eth0/queues/tx-0/byte_queue_limits/";

    private final Reads reads = new Reads();
    private final List<QueueStats> queueStats = new ArrayList<>();
    private FakeHost host;
    private RingsSource source;

    @BeforeEach
    void open(@TempDir Path root) {
        host = new FakeHost(root).nic("eth0", 2);
        source = new RingsSource(host.roots(), _ -> List.copyOf(queueStats));
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void a14AZeroBetweenTwoLargeValuesIsBridged() {
        rxPackets("5000000000");
        CounterDelta zero = rxPackets("0");
        assertThat(zero.getVerdict()).isEqualTo(Verdict.SUSPECT);
        assertThat(zero.getDelta()).isNull();
        CounterDelta after = rxPackets("5000000100");
        assertThat(after.getVerdict()).isEqualTo(Verdict.GAP);
        assertThat(after.getDelta()).isEqualTo(100);
        assertThat(after.getIntervalNs()).isEqualTo(2 * Reads.SECOND_NS);
    }

    @Test
    void pollsThatMayNotBeCountedAreAbsentWithTheReason() {
        source.close();
        source = new RingsSource(host.roots(), () -> RingsReader.of(QueueStatsReader.NONE), HeldCalls.DEADLINE, () -> {
            throw new Errno("BPF_PROG_LOAD", Errno.EPERM);
        });
        source.start(() -> {});
        Rings rings = read();
        assertThat(rings.getAbsent()).contains(new Absence("napi-polls", "denied"));
        assertThat(rings.getNapi()).isEmpty();
        assertThat(reads.degraded).isEmpty();
    }

    @Test
    void pollsAreDeltasOfEachInstanceAndThoseOfInterfacesThatAreGoneAreForgotten() {
        source.close();
        List<NapiPollCounts> counts = new ArrayList<>();
        List<Boolean> known = new ArrayList<>();
        source = new RingsSource(
                host.roots(),
                () -> RingsReader.of(QueueStatsReader.NONE),
                HeldCalls.DEADLINE,
                () -> Optional.of(isThere -> {
                    known.add(isThere.test(ETH0));
                    return List.copyOf(counts);
                }));
        source.start(() -> {});
        read();
        read();
        counts.add(polls(ETH0, 10, 4, 2));
        assertThat(read().getNapi())
                .containsExactly(new NapiInstance(8193, 10L, List.of(4L, 0L, 0L, 0L, 0L, 0L, 0L, 2L)));
        counts.set(0, polls(ETH0, 45, 5, 9));
        assertThat(read().getNapi())
                .containsExactly(new NapiInstance(8193, 35L, List.of(1L, 0L, 0L, 0L, 0L, 0L, 0L, 7L)));
        counts.set(0, polls(ETH0, 3, 1, 0));
        assertThat(read().getNapi()).isEmpty();
        assertThat(known).containsExactly(false, true, true, true, true);
    }

    private static NapiPollCounts polls(int ifindex, long packets, long empty, long full) {
        return new NapiPollCounts(ifindex, 8193, packets, List.of(empty, 0L, 0L, 0L, 0L, 0L, 0L, full));
    }

    @Test
    void a15AnotherNumberOfQueuesIsFlaggedAndTheirSeriesEnd() {
        channels(3_000, 1_000, 2_000);
        Rings first = read();
        assertThat(first.getConfigChanged()).isFalse();
        channels(3_050, 40);
        host.remove("sys/class/net/eth0/queues/rx-1");
        Rings fewer = read();
        assertThat(fewer.getConfigChanged()).isTrue();
        assertMove(counter(fewer, "rx-packets"), Verdict.OK, 50L);
        assertMove(packets(fewer, 0), Verdict.RESET, null);
        assertThat(fewer.getQueues()).hasSize(1);
        channels(3_075, 60, 5);
        Rings more = read();
        assertThat(more.getConfigChanged()).isTrue();
        assertMove(counter(more, "rx-packets"), Verdict.OK, 25L);
        assertMove(packets(more, 0), Verdict.OK, 20L);
        assertMove(packets(more, 1), Verdict.FIRST, null);
        assertThat(read().getConfigChanged()).isFalse();
    }

    @Test
    void a20AVanishedInterfaceLosesOnlyItself() {
        host.nic("eth1", 3).link("sys/class/net/veth9", "gone");
        reads.read(source);
        assertThat(reads.all(Rings.class)).extracting(Rings::getInterface$).containsExactly("eth0", "eth1");
        assertThat(reads.degraded).isEqualTo(Map.of("interface veth9", "vanished"));
    }

    @Test
    void a20AValueThatIsInvalidWhileTheLinkIsDownComesBack() {
        Path loopback = Path.of("/sys/class/net/lo/speed");
        assumeTrue(Files.exists(loopback), "needs a kernel whose loopback has a speed that is not valid");
        host.link("sys/class/net/eth1/speed", loopback.toString());
        try (KeptFile speed = new KeptFile(host.path("sys/class/net/eth1/speed"))) {
            ReadBuffer scratch = new ReadBuffer(64);
            assertThat(speed.readUnsigned(scratch)).isEmpty();
            assertThat(speed.absence()).isEqualTo("EINVAL");
            host.remove("sys/class/net/eth1/speed").interfaces("eth1/speed", "25000\n");
            assertThat(speed.readUnsigned(scratch)).hasValue(25_000);
            assertThat(speed.absence()).isEmpty();
        }
    }

    @Test
    void anInterfaceThatIsGoneIsToldOnceMore() {
        host.nic("eth1", 3);
        reads.read(source);
        host.remove("sys/class/net/eth1");
        List<Rings> second = reads.read(source).all(Rings.class);
        assertThat(second).extracting(Rings::getInterface$).containsExactly("eth0", "eth1");
        assertThat(second.getLast().getCounters()).isEmpty();
        assertThat(second.getLast().getAbsent()).containsExactly(new Absence("interface", "vanished"));
        assertThat(read().getInterface$()).isEqualTo("eth0");
    }

    @Test
    void aRenameKeepsTheSeriesAndANewIndexBeginsOne() {
        rxPackets("100");
        host.rename("sys/class/net/eth0", "sys/class/net/lan0").interfaces("lan0/statistics/rx_packets", "130\n");
        Rings renamed = read();
        assertThat(renamed.getInterface$()).isEqualTo("lan0");
        assertThat(renamed.getConfigChanged()).isFalse();
        assertMove(counter(renamed, "rx-packets"), Verdict.OK, 30L);
        host.interfaces("lan0/ifindex", "9\n").interfaces("lan0/statistics/rx_packets", "140\n");
        Rings another = reads.read(source).all(Rings.class).getFirst();
        assertThat(another.getIfindex()).isEqualTo(9);
        assertMove(counter(another, "rx-packets"), Verdict.FIRST, null);
    }

    @Test
    void b13UnsignedValuesAreKeptExactly() {
        CounterDelta large = rxPackets("9223372036854775808");
        assertThat(Long.toUnsignedString(Counters.bits(large.getRaw()))).isEqualTo("9223372036854775808");
        rxPackets("18446744073709551615");
        assertMove(rxPackets("3"), Verdict.RESET, null);
    }

    @Test
    void b18PressureIsInFlightOverLimitAndOldKernelsHaveNoStalls() {
        bql(67_893, 70_000);
        BqlGauges gauges = read().getBql().getFirst();
        assertThat(gauges.getQueue()).isZero();
        assertThat(gauges.getLimitBytes()).isEqualTo(67_893);
        assertThat(gauges.getInflightMaxBytes()).isEqualTo(70_000);
        assertThat(gauges.getPressureMean()).isCloseTo(1.031, within(0.0005));
        assertThat(gauges.getAtLimitShare()).isEqualTo(1);
        assertThat(gauges.getSamples()).isEqualTo(1);
        assertThat(gauges.getStalls()).isNull();
        assertThat(gauges.getStallMaxMs()).isNull();
    }

    @Test
    void b18WithoutLimitsTheyAreUnsupported() {
        assertThat(read().getBql()).isEmpty();
        assertThat(read().getAbsent()).contains(new Absence("bql", "unsupported"));
    }

    @Test
    void b18AClearedStallMaximumIsAGauge() {
        bql(100, 0);
        host.interfaces(BQL + "stall_max", "120\n").interfaces(BQL + "stall_cnt", "3\n");
        assertThat(read().getBql().getFirst().getStallMaxMs()).isEqualTo(120);
        host.interfaces(BQL + "stall_max", "0\n");
        assertThat(read().getBql().getFirst().getStallMaxMs()).isZero();
        assertThat(read().getBql().getFirst().getStalls()).isEqualTo(3);
    }

    @Test
    void limitsAreSampledBetweenTheReads() {
        bql(100, 50);
        source.start(() -> {});
        read();
        int samples = 0;
        long deadlineNs = System.nanoTime() + 20 * Reads.SECOND_NS;
        while (samples < 5 && System.nanoTime() < deadlineNs) {
            BqlGauges gauges = read().getBql().getFirst();
            assertThat(gauges.getInflightMeanBytes()).isEqualTo(50);
            assertThat(gauges.getPressureMax()).isEqualTo(0.5);
            // Each read takes one of its own.
            samples += gauges.getSamples() - 1;
        }
        assertThat(samples).isGreaterThanOrEqualTo(5);
    }

    @Test
    void queueCountersThatTheKernelRefusesAreAbsentWithTheReason() {
        source.close();
        source = new RingsSource(host.roots(), QueueStatsReader.NONE);
        assertThat(read().getAbsent()).contains(new Absence("queue-counters", "unsupported"));
        source.close();
        source = new RingsSource(host.roots(), _ -> {
            throw new Errno("QSTATS_GET", Errno.EPERM);
        });
        assertThat(read().getAbsent()).contains(new Absence("queue-counters", "denied"));
    }

    @Test
    void aCounterThatIsMissedOnceLeavesAGap() {
        rxPackets("10");
        Rings missed = readWith("no number");
        assertThat(missed.getAbsent()).contains(new Absence("rx-packets", "not a number"));
        CounterDelta after = rxPackets("14");
        assertMove(after, Verdict.GAP, 4L);
        assertThat(after.getIntervalNs()).isEqualTo(2 * Reads.SECOND_NS);
    }

    @Test
    void theDriverIsNamedWhereThereIsADevice() {
        host.put("sys/devices/0000:00:03.0/vendor", "")
                .link("sys/devices/0000:00:03.0/driver", "../../bus/pci/drivers/mlx5_core")
                .link(
                        "sys/class/net/eth0/device",
                        host.path("sys/devices/0000:00:03.0").toString());
        assertThat(read().getDriver()).isEqualTo("mlx5_core");
    }

    @Test
    void withoutSysfsTheReadFailsAndSaysWhatIsNeeded() {
        host.remove("sys");
        assertThatThrownBy(() -> reads.read(source)).hasMessageContaining("sysfs");
    }

    private void channels(long device, long... queues) {
        host.interfaces(RX_PACKETS, device + "\n");
        queueStats.clear();
        for (int queue = 0; queue < queues.length; queue++) {
            host.interfaces("eth0/queues/rx-" + queue + "/rps_cpus", "0\n");
            queueStats.add(new QueueStats(RX, queue, Map.of("packets", queues[queue])));
        }
    }

    private void bql(long limit, long inflight) {
        host.interfaces(BQL + "limit", limit + "\n").interfaces(BQL + "inflight", inflight + "\n");
    }

    private CounterDelta rxPackets(String value) {
        return counter(readWith(value), "rx-packets");
    }

    private Rings readWith(String value) {
        host.interfaces(RX_PACKETS, value + "\n");
        return read();
    }

    private Rings read() {
        return reads.read(source).only(Rings.class);
    }

    private static CounterDelta counter(Rings rings, String name) {
        return rings.getCounters().stream()
                .filter(counter -> counter.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CounterDelta packets(Rings rings, int queue) {
        return rings.getQueues().stream()
                .filter(counters -> counters.getQueue() == queue)
                .map(QueueCounters::getCounters)
                .findFirst()
                .orElseThrow()
                .getFirst();
    }

    private static void assertMove(CounterDelta counter, Verdict verdict, Long delta) {
        assertThat(counter.getVerdict()).isEqualTo(verdict);
        assertThat(counter.getDelta()).isEqualTo(delta);
    }
}
