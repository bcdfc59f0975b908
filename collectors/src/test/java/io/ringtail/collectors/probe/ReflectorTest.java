package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Waiting;
import io.ringtail.collectors.probe.Datagrams.Kind;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceState;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ReflectorTest {
    private final Origins origins = Origins.ofThisBoot("here", "blue", Optional::empty);
    private final ReflectorConfig config = ReflectorConfig.defaults().at("127.0.0.1", 0);
    private DatagramSocket client;

    @BeforeEach
    void open() throws IOException {
        client = new DatagramSocket();
        client.setSoTimeout(20_000);
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aRequestOfEverySizeIsAnsweredInItsLength() throws IOException {
        try (Reflector reflector = started(config)) {
            for (int size : List.of(40, 400, 1400, Datagrams.MAX_BYTES)) {
                DatagramPacket reply = ask(reflector, Kind.REQUEST, size);
                assertThat(reply.getLength()).isEqualTo(size);
                assertThat(Datagrams.kind(ByteBuffer.wrap(reply.getData()), size))
                        .isEqualTo(Kind.REPLY);
            }
        }
    }

    @Test
    void aHelloIsAnsweredWithWhoThisIsAndNeverAtGreaterLength() throws IOException {
        try (Reflector reflector = started(config)) {
            DatagramPacket reply = ask(reflector, Kind.HELLO, Datagrams.HELLO_BYTES);
            assertThat(reply.getLength()).isLessThanOrEqualTo(Datagrams.HELLO_BYTES);
            Identity identity = Datagrams.identity(ByteBuffer.wrap(reply.getData()), reply.getLength())
                    .orElseThrow();
            assertThat(identity).isEqualTo(new Identity("here", "blue", "lo", origins.bootId()));

            send(reflector, Kind.HELLO, Datagrams.MIN_BYTES);
            Waiting.until(() -> reflector.counts().malformed() == 1);
        }
    }

    @Test
    void malformedDatagramsAreDroppedAndCountedAndTheNextRequestIsAnswered() throws IOException {
        Random random = new Random(7);
        try (Reflector reflector = started(config)) {
            for (int size : List.of(0, 1, 39, 40, 41, 1000, 9000, 20_000)) {
                byte[] junk = new byte[size];
                random.nextBytes(junk);
                send(reflector, junk);
            }
            byte[] tooLong = new byte[Datagrams.MAX_BYTES + 1];
            Datagrams.ask(ByteBuffer.wrap(tooLong), Kind.REQUEST, 1, 1);
            send(reflector, tooLong);
            send(reflector, Kind.REPLY, 40);
            send(reflector, Kind.IDENTITY, 400);
            Waiting.until(() -> reflector.counts().malformed() == 11);

            DatagramPacket reply = ask(reflector, Kind.REQUEST, 40);
            assertThat(Datagrams.sequence(ByteBuffer.wrap(reply.getData()))).isEqualTo(42);
            // A reply is counted once it is sent.
            Waiting.until(() -> reflector.counts().equals(new ReflectorCounts(1, 0, 11, 0, 0)));
            assertThat(reflector.health().state()).isEqualTo(SourceState.OK);
        }
    }

    @Test
    void foreignNetworksGetNoAnswer() throws IOException {
        ReflectorConfig elsewhere = new ReflectorConfig(
                "default",
                "127.0.0.1",
                0,
                List.of("10.0.0.0/8"),
                Duration.ZERO,
                Polling.DEFAULT,
                0,
                Placement.ANYWHERE);
        try (Reflector reflector = started(elsewhere)) {
            send(reflector, Kind.REQUEST, 40);
            send(reflector, Kind.HELLO, 512);
            Waiting.until(() -> reflector.counts().foreign() == 2);
            assertThat(reflector.counts().answered()).isZero();
        }
    }

    @Test
    void loopbackOfIpv6IsAnsweredToo() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/net/if_inet6")), "needs IPv6");
        try (Reflector reflector = started(config.at("::1", 0))) {
            assertThat(ask(reflector, Kind.REQUEST, 40).getLength()).isEqualTo(40);
        }
    }

    @Test
    void holdDelaysEachAnswerAndIsASetting() throws IOException {
        ReflectorConfig holding = config.named("slow").holding(Duration.ofMillis(20));
        try (Reflector reflector = started(holding)) {
            long start = System.nanoTime();
            ask(reflector, Kind.REQUEST, 40);
            assertThat(System.nanoTime() - start)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
            Settings settings = reflector.settings();
            assertThat(settings.getObject()).isEqualTo("reflector:slow");
            assertThat(settings.getInterface$()).isEqualTo("lo");
            assertThat(settings.getValues())
                    .extracting(Setting::getName)
                    .containsExactly(
                            "reflector.busy-poll",
                            "reflector.busy-poll-budget",
                            "reflector.cpu",
                            "reflector.dscp",
                            "reflector.hold",
                            "reflector.prefer-busy-poll",
                            "reflector.sched");
            assertThat(settings.getValues().get(4).getValue()).isEqualTo("20000");
        }
    }

    @Test
    void anAddressOfAnotherHostIsNamedWithTheWayOut() {
        assertThatThrownBy(() -> new Reflector(config.at("192.0.2.1", 7411), origins))
                .isInstanceOf(ReflectorUnavailable.class)
                .hasMessageContaining("192.0.2.1:7411")
                .hasMessageContaining("no such address");
    }

    private Reflector started(ReflectorConfig with) {
        Reflector reflector = new Reflector(with, origins);
        reflector.start();
        return reflector;
    }

    private DatagramPacket ask(Reflector reflector, Kind kind, int size) throws IOException {
        send(reflector, kind, size);
        DatagramPacket reply = new DatagramPacket(new byte[10_000], 10_000);
        client.receive(reply);
        return reply;
    }

    private void send(Reflector reflector, Kind kind, int size) throws IOException {
        byte[] bytes = new byte[size];
        Datagrams.ask(ByteBuffer.wrap(bytes), kind, 42, 1);
        send(reflector, bytes);
    }

    private void send(Reflector reflector, byte[] bytes) throws IOException {
        client.send(new DatagramPacket(bytes, bytes.length, reflector.address()));
    }
}
