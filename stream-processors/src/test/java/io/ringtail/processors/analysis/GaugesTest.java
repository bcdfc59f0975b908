package io.ringtail.processors.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.QueueScope;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.TcpGroup;
import io.ringtail.schemas.record.TcpGrouping;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskFoundBy;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import io.ringtail.schemas.record.XskSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GaugesTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final Origin ORIGIN = new Origin("a", "", "boot", 0L, 0L, null, null, false);

    @Test
    void socketsOfAQueueAreTakenTogetherAndWhatIsAbsentMakesNoGauge() {
        Xsk xsk = new Xsk(
                ORIGIN,
                SECOND_NS,
                XskFoundBy.BPF_ITERATOR,
                List.of(
                        socket("eth0", 3, 0.25, 0.5, 100),
                        socket("eth0", 3, 0.75, null, 100),
                        socket("eth1", 0, 1, 1.0, 1)),
                List.of());

        List<Gauge> gauges = Gauges.combine(Gauges.readings(xsk, "", "eth0"));

        assertThat(value(gauges, "xsk.tx-fill", "xsk-3")).contains(0.5);
        assertThat(value(gauges, "xsk.tx-fill-max", "xsk-3")).contains(0.75);
        assertThat(value(gauges, "xsk.need-wakeup-tx", "xsk-3")).contains(0.5);
        assertThat(value(gauges, "xsk.need-wakeup-fill", "xsk-3")).isEmpty();
        assertThat(Gauges.interfaces(xsk, "")).containsExactly("eth0", "eth1");
        assertThat(Gauges.readings(xsk, "elsewhere", "eth0")).isEmpty();
        assertThat(gauges).allMatch(gauge -> Knobs.named(gauge.getName()).isPresent());
    }

    @Test
    void theKernelsEstimatesOfTcpAreGaugesOfTheirGroups() {
        TcpGroup group = new TcpGroup("10.0.0.1", 2, 200_000L, 300_000L, null, 5L);
        Tcp tcp = new Tcp(ORIGIN, SECOND_NS, TcpGrouping.PEER, 2, List.of(group), 0);

        List<Gauge> gauges = Gauges.combine(Gauges.readings(tcp));

        assertThat(value(gauges, "tcp.smoothed-rtt", "peer-10.0.0.1")).contains(200.0);
        assertThat(value(gauges, "tcp.retransmits", "peer-10.0.0.1")).contains(5.0);
        assertThat(value(gauges, "tcp.min-rtt", "peer-10.0.0.1")).isEmpty();
        assertThat(gauges).allMatch(gauge -> Knobs.named(gauge.getName()).isPresent());
    }

    private static XskSocket socket(String iface, int queue, double fill, Double wakeup, int samples) {
        XskRing ring = new XskRing(XskRingKind.TX, 64, fill, fill, 0.0, wakeup, samples, 0);
        return XskSocket.newBuilder()
                .setNetns("")
                .setInterface$(iface)
                .setQueue(queue)
                .setInode(queue)
                .setRings(List.of(ring))
                .setCounters(List.of())
                .setApplicationCpus(List.of())
                .setInterruptCpus(List.of())
                .setAbsent(List.of())
                .build();
    }

    @Test
    void interruptsOfAnInterfaceBecomeRatesPerQueueAndInAll() {
        Interrupts read = interrupts(
                SECOND_NS,
                line("24", Verdict.OK, 300L, List.of(0, 2), List.of(100L, 200L), target("eth0", Direction.RX, 0)),
                line("25", Verdict.OK, 50L, List.of(1), List.of(50L), target("eth0", Direction.TX, 0)),
                line("26", Verdict.OK, 9L, List.of(1), List.of(9L), target("eth1", Direction.RX, 0)));

        List<Gauge> gauges = Gauges.combine(Gauges.readings(read, "eth0"));

        assertThat(value(gauges, "irq.rate", "rx-0")).contains(300.0);
        assertThat(value(gauges, "irq.rate", "tx-0")).contains(50.0);
        assertThat(value(gauges, "irq.rate", null)).contains(350.0);
        assertThat(value(gauges, "irq.cpus-serving", "rx-0")).contains(2.0);
        assertThat(Gauges.interfaces(read)).containsExactly("eth0", "eth1");
    }

    @Test
    void cpusServingAreTheUnionOverTheSecondAndZeroWithoutInterrupts() {
        List<GaugeReading> all = new ArrayList<>();
        for (int cpu : new int[] {0, 1, 0}) {
            all.addAll(Gauges.readings(
                    interrupts(
                            SECOND_NS / 10,
                            line("24", Verdict.OK, 1L, List.of(cpu), List.of(1L), target("eth0", Direction.RX, 0)),
                            line("25", Verdict.OK, 0L, List.of(), List.of(), target("eth0", Direction.RX, 1))),
                    "eth0"));
        }

        assertThat(value(Gauges.combine(all), "irq.cpus-serving", "rx-0")).contains(2.0);
        assertThat(value(Gauges.combine(all), "irq.cpus-serving", "rx-1")).contains(0.0);
    }

    @Test
    void aDeltaThatIsNotBelievedIsAbsentAndTakesItsSumWithIt() {
        for (Verdict verdict : List.of(Verdict.FIRST, Verdict.RESET, Verdict.SUSPECT)) {
            Interrupts read = interrupts(
                    SECOND_NS,
                    line("24", verdict, null, List.of(), List.of(), target("eth0", Direction.RX, 0)),
                    line("25", Verdict.OK, 7L, List.of(1), List.of(7L), target("eth0", Direction.RX, 1)));

            List<Gauge> gauges = Gauges.combine(Gauges.readings(read, "eth0"));

            assertThat(value(gauges, "irq.rate", "rx-0")).isEmpty();
            assertThat(value(gauges, "irq.rate", "rx-1")).contains(7.0);
            assertThat(value(gauges, "irq.rate", null)).isEmpty();
            assertThat(Gauges.readings(rings(counter("rx-packets", null, 0, verdict))))
                    .isEmpty();
        }
    }

    @Test
    void tenReadsOfATenthMakeTheSecondsTrueRate() {
        List<GaugeReading> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.addAll(Gauges.readings(rings(counter("rx-packets", (long) i, SECOND_NS / 10 + i, Verdict.OK))));
        }

        assertThat(value(Gauges.combine(all), "interface.rx-packets", null).orElseThrow())
                .isCloseTo(45.0 / 1.000000045, within(1e-9));
    }

    @Test
    void aGapsRateIsOverItsOwnInterval() {
        List<GaugeReading> readings = Gauges.readings(rings(counter("rx-bytes", 100L, 2 * SECOND_NS, Verdict.GAP)));

        assertThat(value(Gauges.combine(readings), "interface.rx-bytes", null)).contains(50.0);
    }

    @Test
    void queueCountersAndByteQueueLimitsKeepTheirQueue() {
        Rings rings = rings();
        rings.setQueues(List.of(new QueueCounters(
                Direction.TX,
                3,
                List.of(counter("stops", 4L, SECOND_NS, Verdict.OK), counter("xyz", 4L, 1, Verdict.OK)),
                QueueScope.QUEUE)));
        rings.setBql(List.of(new BqlGauges(3, 1000L, 400.0, 1200L, 0.4, 1.2, 0.25, 100, 2L, null)));

        List<Gauge> gauges = Gauges.combine(Gauges.readings(rings));

        assertThat(gauges)
                .extracting(Gauge::getName)
                .containsExactly(
                        "bql.at-limit",
                        "bql.inflight",
                        "bql.limit",
                        "bql.pressure",
                        "bql.pressure-max",
                        "bql.stalls",
                        "queue.stops");
        assertThat(gauges).extracting(Gauge::getQueue).containsOnly("tx-3");
        assertThat(value(gauges, "bql.pressure-max", "tx-3")).contains(1.2);
        assertThat(value(gauges, "bql.inflight", "tx-3")).contains(400.0);
    }

    @Test
    void interruptsPerPacketNeedBothRecords() {
        List<GaugeReading> all = new ArrayList<>(Gauges.readings(
                interrupts(
                        SECOND_NS,
                        line("24", Verdict.OK, 30L, List.of(0), List.of(30L), target("eth0", Direction.RX, 0))),
                "eth0"));
        assertThat(value(Gauges.combine(all), "irq.per-packet", null)).isEmpty();
        all.addAll(Gauges.readings(rings(
                counter("rx-packets", 40L, SECOND_NS, Verdict.OK), counter("tx-packets", 20L, SECOND_NS, Verdict.OK))));

        assertThat(value(Gauges.combine(all), "irq.per-packet", null)).contains(0.5);
    }

    @Test
    void cpuSharesAreOverOnlineCpusAndAbsentWhereOneIsNotKnown() {
        CpuGauges busy = cpu(0, true, SECOND_NS / 2, 1000L, Verdict.OK);
        CpuGauges idle = cpu(1, true, 0L, 500L, Verdict.OK);
        CpuGauges offline = cpu(2, false, 5L, 7L, Verdict.OK);

        List<Gauge> gauges = Gauges.combine(Gauges.readings(cpus(busy, idle, offline)));

        assertThat(value(gauges, "cpu.busy", null)).contains(0.25);
        assertThat(value(gauges, "softnet.processed", null)).contains(1500.0);
        assertThat(value(gauges, "softnet.dropped", null)).isEmpty();
        assertThat(Gauges.readings(cpus(busy, cpu(1, true, null, null, Verdict.RESET))))
                .isEmpty();
    }

    @Test
    void everyGaugeIsInTheCatalogue() {
        Rings rings = rings(
                counter("rx-packets", 1L, 1, Verdict.OK),
                counter("tx-packets", 1L, 1, Verdict.OK),
                counter("carrier-changes", 1L, 1, Verdict.OK));
        List<GaugeReading> all = new ArrayList<>(Gauges.readings(rings));
        all.addAll(Gauges.readings(cpus(cpu(0, true, 1L, 1L, Verdict.OK))));
        all.addAll(Gauges.readings(
                interrupts(1, line("24", Verdict.OK, 3L, List.of(0), List.of(3L), target("eth0", Direction.RX, 0))),
                "eth0"));

        assertThat(Gauges.combine(all))
                .hasSizeGreaterThan(6)
                .allSatisfy(gauge ->
                        assertThat(Knobs.named(gauge.getName()).map(Knob::kind)).contains(Knob.Kind.GAUGE));
    }

    @Test
    void pollsOfNapiInstancesAreSharesOfAllPollsOfTheSecond() {
        Rings rings = rings();
        rings.setNapi(List.of(new NapiInstance(8193, 70L, List.of(3L, 6L, 0L, 0L, 0L, 0L, 0L, 1L))));
        Rings later = rings();
        later.setNapi(List.of(new NapiInstance(8193, 20L, List.of(0L, 10L, 5L, 0L, 0L, 0L, 0L, 0L))));
        List<GaugeReading> all = new ArrayList<>(Gauges.readings(rings));
        all.addAll(Gauges.readings(later));
        List<Gauge> gauges = Gauges.combine(all);
        assertThat(value(gauges, "napi.polls", "napi-8193")).hasValue(12.5);
        assertThat(value(gauges, "napi.packets-per-poll", "napi-8193")).hasValue(3.6);
        assertThat(value(gauges, "napi.empty-polls", "napi-8193")).hasValue(0.12);
        assertThat(value(gauges, "napi.full-polls", "napi-8193")).hasValue(0.04);
    }

    @Test
    void anInstanceWithoutPollsHasARateOfZeroAndNoShares() {
        Rings rings = rings();
        rings.setNapi(List.of(new NapiInstance(5, 0L, List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L))));
        assertThat(Gauges.combine(Gauges.readings(rings))).containsExactly(new Gauge("napi.polls", "napi-5", 0.0));
    }

    private static Optional<Double> value(List<Gauge> gauges, String name, String queue) {
        return gauges.stream()
                .filter(gauge -> gauge.getName().equals(name) && Objects.equals(gauge.getQueue(), queue))
                .map(Gauge::getValue)
                .findFirst();
    }

    private static Interrupts interrupts(long intervalNs, InterruptLine... lines) {
        return new Interrupts(ORIGIN, intervalNs, List.of(0, 1, 2), List.of(lines), 0, 0);
    }

    private static InterruptLine line(
            String label, Verdict verdict, Long delta, List<Integer> cpus, List<Long> deltas, IrqTarget target) {
        return new InterruptLine(label, null, null, null, List.of(), List.of(target), verdict, 1L, delta, cpus, deltas);
    }

    private static IrqTarget target(String iface, Direction direction, int queue) {
        return new IrqTarget(iface, direction, queue, FoundBy.MSI_IRQS);
    }

    private static Rings rings(CounterDelta... counters) {
        return new Rings(
                ORIGIN,
                SECOND_NS,
                "eth0",
                2,
                null,
                List.of(counters),
                List.of(),
                List.of(),
                false,
                List.of(),
                null,
                List.of());
    }

    private static CounterDelta counter(String name, Long delta, long intervalNs, Verdict verdict) {
        return new CounterDelta(name, delta, intervalNs, verdict, new U64(new byte[8]));
    }

    private static Cpus cpus(CpuGauges... cpus) {
        return new Cpus(ORIGIN, SECOND_NS, List.of(cpus), 0, 0, List.of());
    }

    private static CpuGauges cpu(int number, boolean online, Long busyNs, Long processed, Verdict verdict) {
        return CpuGauges.newBuilder()
                .setCpu(number)
                .setOnline(online)
                .setBusyNs(busyNs)
                .setSoftnetProcessed(processed)
                .setVerdict(verdict)
                .build();
    }
}
