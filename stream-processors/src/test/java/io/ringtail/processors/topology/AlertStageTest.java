package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.alert.AlertCatalogue;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertState;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.QueueScope;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.ShiftedMetric;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskFoundBy;
import io.ringtail.schemas.record.XskSocket;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each shipped rule on the records of hosts and paths: it fires, stays silent, clears. */
@Timeout(240)
class AlertStageTest {
    private static final Path PATH = Host.path("a", "b");
    private static final String PATH_ID = Paths.id(PATH);

    private Streams streams = new Streams(Host.T0_S * 1000);
    private Host host = new Host(streams, "a");
    private final List<Alert> told = new ArrayList<>();

    @AfterEach
    void close() {
        streams.close();
    }

    @Test
    void aTailOverItsObjectiveFiresWithinSecondsAndClears() {
        int second = probe(0, 10, 1_000_000);
        second = probe(second, 19, 20_000_000);
        assertThat(of("RingtailTailOverObjective")).isEmpty();
        second = probe(second, 1, 20_000_000);
        Alert alert = one("RingtailTailOverObjective");
        assertThat(alert.getState()).isEqualTo(AlertState.FIRING);
        assertThat(alert.getLabels())
                .containsOnly(
                        Map.entry("path", Paths.label(PATH)), Map.entry("prober", "a"), Map.entry("responder", "b"));
        assertThat(alert.getSummary()).startsWith("p99 is over its objective: 20 ms, over 10 ms in 20 of 30 s");
        assertThat(alert.getSinceEpochNs()).isEqualTo((Host.T0_S + 10 + 19) * Host.SECOND_NS);
        probe(second, 35, 1_000_000);
        assertThat(of("RingtailTailOverObjective"))
                .extracting(Alert::getState)
                .containsExactly(AlertState.FIRING, AlertState.RESOLVED);
        assertThat(told).extracting(Alert::getRule).containsOnly("RingtailTailOverObjective");
    }

    @Test
    void lossFires() {
        for (int second = 0; second < 12; second++) {
            host.batch(PATH, second, 1, 1000, 100_000, second > 4 ? 5 : 0, 0L);
            host.heartbeat(second + 1);
        }
        assertThat(one("RingtailLoss").getSummary()).startsWith("round trips are lost: 0.498 %, over 0.1 %");
    }

    @Test
    void aRegressionFiresAndALongerLookTakesItBack() {
        effect("e1", EffectVerdict.NO_EFFECT_FOUND, 30);
        assertThat(of("RingtailRegression")).isEmpty();
        effect("e2", EffectVerdict.REGRESSED, 60);
        Alert alert = one("RingtailRegression");
        assertThat(alert.getSummary())
                .isEqualTo("a change made the tail worse: p99 +92 us after responder.coalesce.rx-usecs 18 -> 100");
        assertThat(alert.getLabels()).containsEntry("settings", "responder.coalesce.rx-usecs");
        assertThat(alert.getAbout()).isEqualTo("e2");
        effect("e2", EffectVerdict.NO_EFFECT_FOUND, 120);
        assertThat(of("RingtailRegression").getLast().getResolution()).isEqualTo("a longer look does not confirm it");
    }

    @Test
    void anAlertOfAnEventEndsByItself() {
        effect("e2", EffectVerdict.REGRESSED, 60);
        one("RingtailRegression");
        probe(1_700, 5, 100_000);
        assertThat(of("RingtailRegression")).hasSize(1);
        probe(1_860, 3, 100_000);
        Alert last = of("RingtailRegression").getLast();
        assertThat(last.getState()).isEqualTo(AlertState.RESOLVED);
        assertThat(last.getResolvedEpochNs()).isEqualTo((Host.T0_S + 60 + 1_800) * Host.SECOND_NS);
    }

    @Test
    void aShiftToTheWorseFiresAndOneToTheBetterDoesNot() {
        shift("s1", 60_000, 50_000);
        assertThat(of("RingtailUnannouncedShift")).isEmpty();
        shift("s2", 50_000, 60_000);
        assertThat(one("RingtailUnannouncedShift").getSummary()).endsWith("p99 50 us -> 60 us; no suspect");
    }

    @Test
    void bqlStallsFireWhenTheirCountGrows() {
        for (int i = 0; i < 10; i++) {
            rings(i, i < 8 ? 3 : 4, 0);
        }
        assertThat(one("RingtailBqlStalls").getSummary()).endsWith("+1 on tx-2");
        assertThat(of("RingtailBqlStalls").getFirst().getLabels())
                .containsOnly(Map.entry("host", "a"), Map.entry("interface", "eth0"));
    }

    @Test
    void ringDropsFireAndClear() {
        for (int i = 0; i < 60; i++) {
            rings(i, 0, i >= 10 && i < 13 ? 40 : 0);
        }
        assertThat(of("RingtailRingDrops"))
                .extracting(Alert::getState)
                .containsExactly(AlertState.FIRING, AlertState.RESOLVED);
        assertThat(of("RingtailRingDrops").getFirst().getSummary()).endsWith("40/s on rx-1 in 3 of 30 s");
    }

    @Test
    void theRingsOfAfXdpSocketsFireByInterface() {
        for (int i = 0; i < 5; i++) {
            xsk(i, 0.0, true, List.of(delta("rx-ring-full", 9), delta("fill-ring-empty", 4)));
        }
        assertThat(one("RingtailXskRingFull").getSummary()).contains("9/s on xsk-1");
        assertThat(one("RingtailXskFillRingEmpty").getSummary()).contains("4/s on xsk-1");
        assertThat(of("RingtailNeedWakeupOff")).isEmpty();
    }

    @Test
    void anApplicationOnTheInterruptsCpuFiresOnlyWithoutNeedWakeup() {
        for (int i = 0; i < 40; i++) {
            xsk(i, 1.0, true, List.of());
        }
        assertThat(of("RingtailNeedWakeupOff")).isEmpty();
        for (int i = 40; i < 80; i++) {
            xsk(i, 1.0, false, List.of());
        }
        one("RingtailNeedWakeupOff");
    }

    @Test
    void anInterruptThatMovesFiresAndOneThatStaysDoesNot() {
        for (int i = 0; i < 20; i++) {
            interrupts(i, List.of(1), List.of(500L));
        }
        assertThat(of("RingtailInterruptsMoved")).isEmpty();
        interrupts(20, List.of(1, 3), List.of(100L, 400L));
        assertThat(one("RingtailInterruptsMoved").getSummary()).endsWith(": irq-24");
        for (int i = 21; i < 90; i++) {
            interrupts(i, List.of(3), List.of(500L));
        }
        assertThat(of("RingtailInterruptsMoved").getLast().getState()).isEqualTo(AlertState.RESOLVED);
        assertThat(of("RingtailInterruptsSpread")).isEmpty();
        for (int i = 90; i < 125; i++) {
            interrupts(i, List.of(1, 3), List.of(100L, 400L));
        }
        assertThat(one("RingtailInterruptsSpread").getSummary()).contains("2 count on rx-0");
    }

    @Test
    void aChangeOfCoalescingIsToldAndOneOfAnotherSettingIsNot() {
        host.settings(0, null, Map.of("coalesce.rx-usecs", "18", "ring.rx", "512"));
        host.settings(10, 9.0, Map.of("coalesce.rx-usecs", "18", "ring.rx", "1024"));
        assertThat(of("RingtailCoalescingChanged")).isEmpty();
        host.settings(20, 19.0, Map.of("coalesce.rx-usecs", "100", "ring.rx", "1024"));
        assertThat(one("RingtailCoalescingChanged").getSummary())
                .isEqualTo("interrupt coalescing was changed: coalesce.rx-usecs 18 -> 100");
    }

    @Test
    void aSettingThatDiffersFromTheBaselineFiresUntilItIsSetBack() {
        restart(AlertCatalogue.changedBy(
                "baselines: [{host: a, interface: 'eth*', settings: {coalesce.rx-usecs: 18}}]"));
        host.settings(0, null, Map.of("coalesce.rx-usecs", "18"));
        assertThat(of("RingtailBaselineDiffers")).isEmpty();
        host.settings(10, 9.0, Map.of("coalesce.rx-usecs", "100"));
        Alert alert = one("RingtailBaselineDiffers");
        assertThat(alert.getSummary()).endsWith("coalesce.rx-usecs is 100 and ought to be 18");
        assertThat(alert.getLabels()).containsEntry("setting", "coalesce.rx-usecs");
        host.settings(20, 19.0, Map.of("coalesce.rx-usecs", "18"));
        assertThat(of("RingtailBaselineDiffers").getLast().getState()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void squeezesWithDropsFireAndSqueezesAloneDoNot() {
        for (int i = 0; i < 10; i++) {
            softnet(i, 5, 0);
        }
        assertThat(of("RingtailSoftnetDrops")).isEmpty();
        for (int i = 10; i < 14; i++) {
            softnet(i, 5, 2);
        }
        assertThat(one("RingtailSoftnetDrops").getLabels()).containsOnly(Map.entry("host", "a"));
    }

    @Test
    void anAgentThatIsSilentFiresAndItsNextHeartbeatClears() {
        for (int i = 0; i < 5; i++) {
            host.heartbeat(i);
            streams.elapse(Duration.ofSeconds(1));
        }
        elapse(20);
        assertThat(of("RingtailAgentSilent")).isEmpty();
        elapse(15);
        Alert alert = one("RingtailAgentSilent");
        assertThat(alert.getLabels()).containsOnly(Map.entry("host", "a"));
        assertThat(alert.getSinceEpochNs()).isEqualTo((Host.T0_S + 4 + 30) * Host.SECOND_NS);
        host.heartbeat(40);
        assertThat(of("RingtailAgentSilent").getLast().getState()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void aReplayPagesNobody() {
        streams.elapse(Duration.ofHours(5));
        for (int i = 0; i < 100; i++) {
            host.heartbeat(i * 60);
            streams.elapse(Duration.ofMillis(50));
        }
        elapse(50);
        assertThat(of("RingtailAgentSilent")).isEmpty();
        elapse(20);
        one("RingtailAgentSilent");
    }

    @Test
    void aClockThatIsOffFires() {
        for (int i = 0; i < 20; i++) {
            host.heartbeat(i);
        }
        assertThat(told()).isEmpty();
        Host ahead = new Host(streams, "a", 2 * Host.SECOND_NS, 2 * Host.SECOND_NS);
        for (int i = 20; i < 31; i++) {
            ahead.heartbeat(i);
        }
        assertThat(one("RingtailClockOff").getSummary()).contains("2000 ms, over 1000 ms");
    }

    @Test
    void aClockThatIsSetIsToldOnceByHowMuch() {
        host.heartbeat(0);
        host.clockOffset(400_000_000L);
        host.heartbeat(1);
        host.clockOffset(410_000_000L);
        host.heartbeat(2);
        assertThat(one("RingtailClockStepped").getSummary()).isEqualTo("a host's clock was set: +400 ms");
    }

    @Test
    void aReplayGivesTheSameTransitionsWithTheSameIds() {
        probe(0, 40, 20_000_000);
        probe(40, 40, 1_000_000);
        List<Alert> first = told();
        restart(AlertCatalogue.shipped());
        probe(0, 40, 20_000_000);
        probe(40, 40, 1_000_000);
        assertThat(first).hasSize(2);
        assertThat(told()).isEqualTo(first);
    }

    private void elapse(int seconds) {
        for (int i = 0; i < seconds; i++) {
            streams.elapse(Duration.ofSeconds(1));
        }
    }

    private void restart(AlertRules rules) {
        streams.close();
        told.clear();
        streams = new Streams(Host.T0_S * 1000, Streams.CONFIG.withAlerts(rules));
        host = new Host(streams, "a");
    }

    private List<Alert> told() {
        told.addAll(streams.alerts());
        return List.copyOf(told);
    }

    private List<Alert> of(String rule) {
        return told().stream().filter(each -> each.getRule().equals(rule)).toList();
    }

    private Alert one(String rule) {
        assertThat(of(rule)).hasSize(1);
        return of(rule).getFirst();
    }

    private int probe(int from, int seconds, long rttNs) {
        for (int i = from; i < from + seconds; i++) {
            host.batch(PATH, i, 1, 1000, rttNs, 0, 0L);
            host.heartbeat(i + 1);
        }
        return from + seconds;
    }

    private void effect(String id, EffectVerdict verdict, int look) {
        MetricEffect p99 = MetricEffect.newBuilder()
                .setMetric("p99")
                .setUnit("ns")
                .setDifference(92_000.0)
                .setLevel(0.01)
                .setPlacebos(0)
                .setSignificant(verdict == EffectVerdict.REGRESSED)
                .setVerdict(verdict)
                .build();
        Effect effect = Effect.newBuilder()
                .setEffectId(id)
                .setPathId(PATH_ID)
                .setPath(PATH)
                .setChangeIds(List.of("c"))
                .setEpochBefore("one")
                .setEpochAfter("two")
                .setChangeEpochNs((Host.T0_S + 60) * Host.SECOND_NS)
                .setLook(look)
                .setLastLook(120)
                .setKnobs(List.of(new EffectKnob(
                        "responder.coalesce.rx-usecs", List.of(), "18", "100", "us", "responder.coalesce.rx")))
                .setNotKnownConstant(List.of())
                .setConfounded(false)
                .setVerdict(verdict)
                .setProvisional(List.of())
                .setRemarks(List.of())
                .setMetrics(List.of(p99))
                .setBeforeIndices(List.of())
                .setBeforeCounts(List.of())
                .setAfterIndices(List.of())
                .setAfterCounts(List.of())
                .build();
        streams.send(Topics.EFFECTS, PATH_ID, effect, Host.T0_S * 1000 + 60_000 + look * 1000L);
    }

    private void shift(String id, double before, double after) {
        TailShift shift = TailShift.newBuilder()
                .setShiftId(id)
                .setPathId(PATH_ID)
                .setPath(PATH)
                .setEpochId("one")
                .setMetric(ShiftedMetric.P99)
                .setAtEpochNs(Host.T0_S * Host.SECOND_NS)
                .setFoundEpochNs((Host.T0_S + 300) * Host.SECOND_NS)
                .setBefore(before)
                .setAfter(after)
                .setSize(after / before)
                .setSizeLow(1)
                .setSizeHigh(2)
                .setP(0.001)
                .setWindowsBefore(300)
                .setWindowsAfter(300)
                .setSuspects(List.of())
                .build();
        streams.send(Topics.SHIFTS, PATH_ID, shift, Host.T0_S * 1000 + 300_000);
    }

    private void rings(int end, long stalls, long drops) {
        Rings rings = new Rings(
                host.origin(end),
                Host.SECOND_NS,
                "eth0",
                2,
                "virtio_net",
                List.of(),
                List.of(queue(0, delta("drops", 0)), queue(1, delta("drops", drops)), queue(2, delta("drops", 0))),
                List.of(new BqlGauges(2, 1000L, 10.0, 20L, 0.1, 0.2, 0.0, 10, stalls, null)),
                false,
                List.of(),
                null,
                List.of());
        streams.send(Topics.RINGS, "a", rings, Host.T0_S * 1000 + end * 1000L);
    }

    private static QueueCounters queue(int number, CounterDelta... counters) {
        return new QueueCounters(Direction.RX, number, List.of(counters), QueueScope.QUEUE);
    }

    private static CounterDelta delta(String name, long delta) {
        return new CounterDelta(name, delta, Host.SECOND_NS, Verdict.OK, new U64(new byte[8]));
    }

    private void interrupts(int end, List<Integer> cpus, List<Long> deltas) {
        long total = deltas.stream().mapToLong(Long::longValue).sum();
        Interrupts interrupts = new Interrupts(
                host.origin(end),
                Host.SECOND_NS,
                List.of(0, 1, 2, 3),
                List.of(new InterruptLine(
                        "24",
                        "PCI-MSIX",
                        1L,
                        "edge",
                        List.of("eth0-rx-0"),
                        List.of(new IrqTarget("eth0", Direction.RX, 0, FoundBy.MSI_IRQS)),
                        Verdict.OK,
                        1000L,
                        total,
                        cpus,
                        deltas)),
                0,
                0);
        streams.send(Topics.INTERRUPTS, "a", interrupts, Host.T0_S * 1000 + end * 1000L);
    }

    private void softnet(int end, long squeezed, long dropped) {
        CpuGauges cpu = CpuGauges.newBuilder()
                .setCpu(0)
                .setOnline(true)
                .setSoftnetTimeSqueeze(squeezed)
                .setSoftnetDropped(dropped)
                .setVerdict(Verdict.OK)
                .build();
        Cpus cpus = new Cpus(host.origin(end), Host.SECOND_NS, List.of(cpu), 0, 0, List.of());
        streams.send(Topics.CPUS, "a", cpus, Host.T0_S * 1000 + end * 1000L);
    }

    private void xsk(int end, double sharesCpu, boolean needWakeup, List<CounterDelta> counters) {
        Origin origin = host.origin(end);
        XskSocket socket = XskSocket.newBuilder()
                .setNetns("")
                .setInterface$("eth0")
                .setQueue(1)
                .setInode(7)
                .setNeedWakeup(needWakeup)
                .setRings(List.of())
                .setCounters(counters)
                .setApplicationCpus(List.of())
                .setInterruptCpus(List.of())
                .setSharesInterruptCpu(sharesCpu)
                .setAbsent(List.of())
                .build();
        Xsk xsk = new Xsk(origin, Host.SECOND_NS, XskFoundBy.BPF_ITERATOR, List.of(socket), List.of());
        streams.send(Topics.XSK, "a", xsk, Host.T0_S * 1000 + end * 1000L);
    }
}
