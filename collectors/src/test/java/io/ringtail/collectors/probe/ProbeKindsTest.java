package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Waiting;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.IcmpSocket;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.ProberFlow;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceState;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each kind of probe against a reflector in this process, or this kernel. */
@Timeout(180)
class ProbeKindsTest {
    private static final int SAMPLES = 200;
    private static final ReflectorConfig CONFIG = ReflectorConfig.defaults().at("127.0.0.1", 0);

    private final List<SpecificRecord> records = new CopyOnWriteArrayList<>();
    private final Origins origins = Origins.ofThisBoot("here", "", Optional::empty);

    @Test
    void aTcpSessionExchangesMessagesOfAnySizes() {
        for (int[] sizes : new int[][] {{1, 1}, {40, 1}, {1, 65_536}, {65_536, 65_536}}) {
            records.clear();
            measure(probe(ProbeKind.TCP_RR).closed().sized(sizes[0], sizes[1]), SAMPLES);
            RoundTrips batch = batches().getLast();
            assertThat(batch.getPath().getProbe()).isEqualTo(ProbeKind.TCP_RR);
            assertThat(batch.getPath().getRequestBytes()).isEqualTo(sizes[0]);
            assertThat(batch.getPath().getResponseBytes()).isEqualTo(sizes[1]);
            assertThat(batch.getPath().getResponderHost()).isEqualTo("here");
            assertThat(batch.getPath().getResponderInterface()).isEqualTo("lo");
            assertThat(batch.getResponderBusyNs()).isPositive();
            assertThat(batch.getResponderThreadNs()).isPositive();
            assertThat(batch.getResponderContextSwitches()).isPositive();
            assertThat(Samples.lost(batches())).isZero();
        }
    }

    @Test
    void manyTcpSessionsHaveOneRequestUnderWayEach() {
        measure(probe(ProbeKind.TCP_RR).closed().over(20), 2000);
        RoundTrips batch = batches().getLast();
        assertThat(batch.getPath().getSessions()).isEqualTo(20);
        assertThat(batch.getProberFlows()).hasSize(20);
        assertThat(batch.getProberContextSwitches()).isPositive();
        assertThat(batches())
                .allSatisfy(each -> assertThat(each.getSendOffsetsNs()).allMatch(offset -> offset >= 0));
        assertThat(Samples.lost(batches())).isZero();
    }

    @Test
    void anOpenLoopOverTcpSendsOnSchedule() {
        measure(probe(ProbeKind.TCP_RR).at(400).over(2), SAMPLES);
        assertThat(batches().getFirst().getPath().getSchedule()).isEqualTo(Schedule.OPEN);
        assertThat(Samples.lost(batches())).isZero();
    }

    @Test
    void aTcpProbeFindsItsReflectorAgainAfterThatWasGone() {
        ProbeSpec spec = probe(ProbeKind.TCP_RR).at(200);
        Reflector first = started(CONFIG);
        int port = first.address().getPort();
        try (Prober prober = new Prober(spec.to(port), origins, records::add)) {
            prober.start();
            Waiting.until(() -> Samples.answered(batches()) > 50);
            first.close();
            Waiting.until(() -> Samples.lost(batches()) > 0);
            int before = Samples.answered(batches());
            try (Reflector second = started(CONFIG.at("127.0.0.1", port))) {
                Waiting.until(() -> Samples.answered(batches()) > before + 50);
                assertThat(second.counts().answered()).isPositive();
            }
        }
    }

    @Test
    void withoutAListenerTheTcpProbeSaysSo() {
        try (Prober prober = new Prober(probe(ProbeKind.TCP_RR).to(9), origins, records::add)) {
            prober.start();
            Waiting.until(() -> prober.health().reason().orElse("").contains("no reflector listens there"));
            assertThat(prober.health().state()).isEqualTo(SourceState.UNAVAILABLE);
        }
    }

    @Test
    void flowsHaveSourcePortsOfTheirOwn() {
        measure(probe(ProbeKind.UDP_RR).at(1000).over(8), SAMPLES);
        List<ProberFlow> flows = batches().getLast().getProberFlows();
        assertThat(flows).hasSize(8);
        assertThat(flows).extracting(ProberFlow::getLocalPort).doesNotHaveDuplicates();
        assertThat(flows).extracting(ProberFlow::getCpu).doesNotContainNull();
        assertThat(batches().getLast().getPath().getSessions()).isEqualTo(8);
    }

    @Test
    void closedUdpFlowsRunBesideEachOther() {
        measure(probe(ProbeKind.UDP_RR).closed().over(3), 1000);
        assertThat(batches())
                .allSatisfy(each -> assertThat(each.getSendOffsetsNs()).allMatch(offset -> offset >= 0));
        assertThat(Samples.lost(batches())).isZero();
    }

    @Test
    void icmpEchoNeedsNoReflectorAndKnowsNothingOfTheOtherEnd() {
        assumePing();
        try (Prober prober =
                new Prober(ProbeSpec.of("p", ProbeKind.ICMP, "127.0.0.1", 0).at(200), origins, records::add)) {
            prober.start();
            Waiting.until(() -> Samples.answered(batches()) >= 100);
        }
        RoundTrips batch = batches().getLast();
        assertThat(batch.getPath().getProbe()).isEqualTo(ProbeKind.ICMP);
        assertThat(batch.getPath().getRequestBytes()).isEqualTo(56);
        assertThat(batch.getPath().getResponderHost()).isEqualTo("127.0.0.1");
        assertThat(batch.getPath().getResponderInterface()).isEmpty();
        assertThat(batch.getResponderBusyNs()).isNull();
        assertThat(batch.getResponderClockOffsetNs()).isNull();
        assertThat(Samples.lost(batches())).isZero();
    }

    @Test
    void optionsWithoutAPrivilegeAreSettingsAsTheyTookEffect() {
        ProbeSpec spec = ProbeSpec.parse("udp://127.0.0.1?dscp=46&cpu=0&port=42711&name=p&rate=200");
        try (Reflector reflector = started(CONFIG)) {
            try (Prober prober = new Prober(spec.to(reflector.address().getPort()), origins, records::add)) {
                prober.start();
                Waiting.until(() -> Samples.answered(batches()) >= 20);
            }
        }
        assertThat(value("probe.dscp")).isEqualTo("46");
        assertThat(value("probe.cpu")).isEqualTo("0");
        assertThat(value("probe.source-port")).isEqualTo("42711");
        assertThat(batches().getLast().getProberFlows().getFirst().getLocalPort())
                .isEqualTo(42_711);
    }

    @Test
    void optionsThatNeedAPrivilegeTakeEffect() {
        assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "needs CAP_NET_ADMIN (busy polling) and CAP_SYS_NICE (SCHED_FIFO)");
        ProbeSpec spec =
                ProbeSpec.parse("udp://127.0.0.1?busypoll=30&preferbusypoll=1&budget=16&fifo=3&name=p&rate=200");
        ReflectorConfig config = new ReflectorConfig(
                "r",
                "127.0.0.1",
                0,
                Networks.PRIVATE,
                Duration.ZERO,
                new Polling(20, true, 32),
                12,
                new Placement("0", 2));
        try (Reflector reflector = started(config)) {
            try (Prober prober = new Prober(spec.to(reflector.address().getPort()), origins, records::add)) {
                prober.start();
                Waiting.until(() -> Samples.answered(batches()) >= 20);
            }
            assertThat(reflector.settings().getValues())
                    .extracting(setting -> setting.getName() + "=" + setting.getValue())
                    .contains(
                            "reflector.busy-poll=20",
                            "reflector.prefer-busy-poll=on",
                            "reflector.busy-poll-budget=32",
                            "reflector.dscp=12",
                            "reflector.cpu=0",
                            "reflector.sched=fifo:2");
        }
        assertThat(value("probe.busy-poll")).isEqualTo("30");
        assertThat(value("probe.prefer-busy-poll")).isEqualTo("on");
        assertThat(value("probe.busy-poll-budget")).isEqualTo("16");
        assertThat(value("probe.sched")).isEqualTo("fifo:3");
    }

    private static void assumePing() {
        try {
            IcmpSocket.connect(InetAddress.getLoopbackAddress(), SocketOptions.of(Duration.ofMillis(1)))
                    .close();
        } catch (Errno e) {
            assumeTrue(false, "needs CAP_NET_RAW or this group in net.ipv4.ping_group_range: " + e.getMessage());
        }
    }

    private void measure(ProbeSpec spec, int samples) {
        try (Reflector reflector = started(CONFIG)) {
            try (Prober prober = new Prober(spec.to(reflector.address().getPort()), origins, records::add)) {
                prober.start();
                Waiting.until(() -> Samples.answered(batches()) >= samples
                        && batches().getLast().getResponderContextSwitches() != null);
            }
        }
    }

    private Reflector started(ReflectorConfig config) {
        Reflector reflector = new Reflector(config, origins);
        reflector.start();
        return reflector;
    }

    private static ProbeSpec probe(ProbeKind kind) {
        return ProbeSpec.of("p", kind, "127.0.0.1", 0);
    }

    private String value(String setting) {
        return records.stream()
                .filter(Settings.class::isInstance)
                .map(Settings.class::cast)
                .flatMap(settings -> settings.getValues().stream())
                .filter(each -> each.getName().equals(setting))
                .map(Setting::getValue)
                .findFirst()
                .orElseThrow();
    }

    private List<RoundTrips> batches() {
        return records.stream()
                .filter(RoundTrips.class::isInstance)
                .map(RoundTrips.class::cast)
                .toList();
    }
}
