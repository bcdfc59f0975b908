package io.ringtail.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.collectors.probe.ProbeSpec;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.collectors.probe.ReflectorUnavailable;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.schemas.record.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class AgentTest {
    private final RecordingPublisher published = new RecordingPublisher();
    private final AgentConfig quiet = AgentConfig.defaults()
            .on("host-a", "")
            .every(Duration.ofMillis(100), Duration.ofSeconds(1))
            .withLoopbackProbe(false);

    private static final class CountingSource implements Source {
        private final String name;
        private final Runnable body;
        private final AtomicInteger reads = new AtomicInteger();
        private final CountDownLatch closed = new CountDownLatch(1);

        private CountingSource(String name, Runnable body) {
            this.name = name;
            this.body = body;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Cadence cadence() {
            return Cadence.COUNTERS;
        }

        @Override
        public void read(Reading reading) {
            reads.incrementAndGet();
            body.run();
            reading.skipped(1);
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void heartbeatsGoOnWithoutAnythingElse() {
        try (var agent = agent(List.of())) {
            agent.start();
            Waiting.until(() -> heartbeats().size() >= 3);
        }
        assertThat(heartbeats()).extracting(Agent::getHeartbeat).startsWith(0L, 1L, 2L);
        assertThat(heartbeats().getFirst().getOrigin().getHost()).isEqualTo("host-a");
        assertThat(heartbeats().getFirst().getOrigin().getClockOffsetNs()).isEqualTo(3_000_000);
        assertThat(heartbeats().getFirst().getInterfaces()).contains("lo");
        assertThat(published.flushes()).isEqualTo(1);
    }

    @Test
    void aSourceThatThrowsOrHangsLosesOnlyItself() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        var good = new CountingSource("good", () -> {});
        var bad = new CountingSource("bad", () -> {
            throw new IllegalStateException("cannot read: give it CAP_X");
        });
        var broken = new CountingSource("broken", () -> {
            throw new AssertionError("a bug");
        });
        var hanging = new CountingSource("hanging", () -> Uninterrupted.await(never));
        try (var agent = agent(List.of(good, bad, broken, hanging))) {
            agent.start();
            Waiting.until(() -> good.reads.get() >= 8 && bad.reads.get() >= 8 && broken.reads.get() == 1);
            Waiting.until(() -> heartbeats().size() >= 3);
        }
        never.countDown();
        SourceHealth last = health("bad");
        assertThat(last.getState()).isEqualTo(SourceState.UNAVAILABLE);
        assertThat(last.getReason()).isEqualTo("cannot read: give it CAP_X");
        assertThat(last.getFailures()).isGreaterThan(1);
        assertThat(health("broken").getState()).isEqualTo(SourceState.FAILED);
        assertThat(health("broken").getReads()).isEqualTo(1);
        assertThat(health("good").getState()).isEqualTo(SourceState.OK);
        assertThat(health("good").getSkipped()).isPositive();
        assertThat(watermarks()).contains("good", "bad", "broken").doesNotContain("hanging");
        good.closed.await();
        broken.closed.await();
    }

    @Test
    void measuresOverTheLoopbackByDefaultAndStopsSoon() {
        var agent = agent(quiet.withLoopbackProbe(true), List.of());
        agent.start();
        Waiting.until(() -> published.all(RoundTrips.class).size() >= 2);
        Waiting.until(() -> watermarks().contains("probe:loopback"));
        long start = System.nanoTime();
        agent.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(published.all(Settings.class))
                .extracting(Settings::getObject)
                .contains("probe:loopback", "reflector:loopback");
        int records = published.counts().sampled() > 0
                ? published.all(RoundTrips.class).size()
                : 0;
        assertThat(published.all(RoundTrips.class)).hasSize(records);
    }

    @Test
    void aPortInUseIsNamedWithTheWayOut() {
        try (var first = agent(quiet.reflecting(ReflectorConfig.defaults().at("127.0.0.1", 0)), List.of())) {
            int port = first.reflectors().getFirst().address().getPort();
            AgentConfig same = quiet.reflecting(ReflectorConfig.defaults().at("127.0.0.1", port));
            assertThatThrownBy(() -> agent(same, List.of()))
                    .isInstanceOf(ReflectorUnavailable.class)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("in use")
                    .hasMessageContaining("choose another port");
        }
    }

    @Test
    void allFaultsOfAConfigurationAreNamedAtOnce() {
        ProbeSpec probe = ProbeSpec.of("x", "127.0.0.1", 1);
        assertThatThrownBy(() -> quiet.every(Duration.ofMillis(50), Duration.ofMillis(10)))
                .hasMessageContaining("50 ms")
                .hasMessageContaining("10 ms");
        assertThatThrownBy(() -> quiet.probing(List.of(probe, probe))).hasMessageContaining("two probes");
    }

    private io.ringtail.collectors.Agent agent(List<Source> sources) {
        return agent(quiet, sources);
    }

    private io.ringtail.collectors.Agent agent(AgentConfig config, List<Source> sources) {
        return new io.ringtail.collectors.Agent(config, sources, published);
    }

    private List<Agent> heartbeats() {
        return published.all(Agent.class);
    }

    private SourceHealth health(String name) {
        return heartbeats().getLast().getSources().stream()
                .filter(source -> source.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> watermarks() {
        return heartbeats().isEmpty()
                ? List.of()
                : heartbeats().getLast().getWatermarks().stream()
                        .map(Watermark::getSource)
                        .toList();
    }
}
