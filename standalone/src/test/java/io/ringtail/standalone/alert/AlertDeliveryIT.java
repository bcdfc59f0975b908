package io.ringtail.standalone.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.ringtail.processors.analysis.alert.AlertCatalogue;
import io.ringtail.processors.analysis.alert.AlertMachine;
import io.ringtail.processors.analysis.alert.AlertRule;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertStanding;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.schemas.topic.Topics;
import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From the topic to the receiver of a real Alertmanager, and to a webhook. */
@Timeout(300)
class AlertDeliveryIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final URI PAGE = URI.create("http://ringtail.test/base/");
    private static final AlertRule.Silence RULE =
            AlertCatalogue.shipped().of(AlertRule.Silence.class).getFirst();

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static TopicSchemaRegistry registry;
    private static KafkaProducer<String, Alert> producer;

    private final Map<String, AlertStanding> standings = new HashMap<>();

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerSettings.loopback(directory.resolve("kafka")));
        TopicAdmin.ensure(broker.clientProperties(), Optional.empty(), DEADLINE);
        registry = new TopicSchemaRegistry(broker.clientProperties());
        producer = new KafkaProducer<>(
                broker.clientProperties(), new StringSerializer(), new RecordSerde<>(Alert.class, registry));
    }

    @AfterAll
    static void stop() {
        producer.close();
        registry.close();
        broker.close();
    }

    @Test
    void anAlertmanagersReceiverGetsEachTransitionOnceAcrossRestartsOfEither() throws Exception {
        assumeTrue(Files.isExecutable(Alertmanager.PROGRAM), "needs Debian's prometheus-alertmanager");
        Path at = Files.createDirectories(directory.resolve("alertmanager"));
        try (Receiver receiver = new Receiver();
                Alertmanager alertmanager = new Alertmanager(at, freePort(), receiver.address())) {
            alertmanager.start();
            DeliveryConfig config = new DeliveryConfig(
                    List.of(URI.create("http://127.0.0.1:" + freePort() + "/away"), alertmanager.address()),
                    Optional.empty(),
                    Optional.empty(),
                    PAGE,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(60));
            Instant since = Instant.now().truncatedTo(ChronoUnit.MILLIS).minusSeconds(20);
            try (AlertDelivery delivery = delivery(config, Optional.empty())) {
                assertThat(delivery).isNotNull();
                transition("one", true, since);
                transition("two", true, since);
                await(() -> firing(receiver, "one").size() == 1
                        && firing(receiver, "two").size() == 1);
                JsonNode one = firing(receiver, "one").getFirst();
                assertThat(Instant.parse(one.path("startsAt").asText())).isEqualTo(since);
                assertThat(one.path("labels").properties())
                        .extracting(Map.Entry::getKey)
                        .containsExactlyInAnyOrder("alertname", "host", "severity");
                assertThat(one.path("annotations").path("runbook_url").asText())
                        .isEqualTo("http://ringtail.test/base/runbooks/RingtailAgentSilent");
                await(() -> receiver.notifications(each -> named(each, "RingtailWatchdog"))
                                .size()
                        == 1);

                transition("two", false, Instant.now());
                await(() -> resolved(receiver, "two").size() == 1);

                alertmanager.stop();
                alertmanager.start();
                await(() -> alertmanager.alerts().valueStream().anyMatch(each -> isOf(each, "one")));
                assertThat(alertmanager
                                .alerts()
                                .valueStream()
                                .filter(each -> isOf(each, "one"))
                                .map(each -> Instant.parse(each.path("startsAt").asText())))
                        .containsExactly(since);
            }
            try (AlertDelivery again = delivery(config, Optional.empty())) {
                await(again::active);
                transition("three", true, Instant.now().minusSeconds(1));
                await(() -> firing(receiver, "three").size() == 1);
                transition("one", false, Instant.now());
                await(() -> resolved(receiver, "one").size() == 1);

                alertmanager.silence("RingtailAgentSilent");
                transition("four", true, Instant.now().minusSeconds(1));
                await(() -> alertmanager
                        .alerts()
                        .valueStream()
                        .anyMatch(each -> isOf(each, "four")
                                && each.path("status").path("state").asText().equals("suppressed")));
                assertThat(firing(receiver, "four")).isEmpty();
            }
            for (String host : List.of("one", "two", "three")) {
                assertThat(firing(receiver, host)).as(host).hasSize(1);
            }
            assertThat(resolved(receiver, "one")).hasSize(1);
            assertThat(resolved(receiver, "two")).hasSize(1);
            assertThat(receiver.notifications(each -> named(each, "RingtailWatchdog")))
                    .hasSize(1);
        }
    }

    @Test
    void aWebhookGetsEachTransitionInOrderSignedAndAgainUntilItTakesIt() throws Exception {
        try (Receiver receiver = new Receiver()) {
            DeliveryConfig config = new DeliveryConfig(
                    List.of(),
                    Optional.of(receiver.address()),
                    Optional.of("geheim"),
                    PAGE,
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60));
            Predicate<JsonNode> ours =
                    each -> each.path("labels").path("host").asText().startsWith("hook-");
            try (AlertDelivery delivery = delivery(config, Optional.empty())) {
                assertThat(delivery).isNotNull();
                // What other tests left is delivered before it.
                transition("first", true, Instant.now());
                await(() -> firing(receiver, "first").size() == 1);
                receiver.answer(503, 500, 200, 400, 200);
                transition("hook-a", true, Instant.now());
                transition("hook-b", true, Instant.now());
                transition("hook-a", false, Instant.now());
                await(
                        () -> receiver.notifications(ours).size() == 5,
                        () -> receiver.notifications(ours).toString());
            }
            assertThat(receiver.notifications(ours))
                    .extracting(each -> each.path("labels").path("host").asText() + " "
                            + each.path("status").asText())
                    .containsExactly(
                            "hook-a firing", "hook-a firing", "hook-a firing", "hook-b firing", "hook-a resolved");
            List<Receiver.Got> got = receiver.got();
            assertThat(got.subList(got.size() - 5, got.size() - 2))
                    .extracting(Receiver.Got::transition)
                    .containsOnly(got.get(got.size() - 5).transition());
            for (Receiver.Got each : got) {
                assertThat(each.signature())
                        .isEqualTo(WebhookSender.signature("geheim", each.text().getBytes(StandardCharsets.UTF_8)));
            }
            int before = got.size();
            try (AlertDelivery again = delivery(config, Optional.empty())) {
                await(again::active);
                transition("hook-c", true, Instant.now());
                await(() -> receiver.got().size() > before);
            }
            assertThat(receiver.got()).hasSize(before + 1);
            assertThat(receiver.got()
                            .getLast()
                            .body()
                            .path("alerts")
                            .get(0)
                            .path("labels")
                            .path("host")
                            .asText())
                    .isEqualTo("hook-c");
        }
    }

    @Test
    void aHistoryThatLagsIsToldAndWhatAnEarlierProcessLeftFiringIsResolved() throws Exception {
        try (Receiver receiver = new Receiver()) {
            DeliveryConfig config = new DeliveryConfig(
                    List.of(),
                    Optional.of(receiver.address()),
                    Optional.empty(),
                    PAGE,
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60));
            String rules = "rules: {RingtailHistoryLagging: {for: 1s of 2s}}";
            AtomicReference<Duration> behind = new AtomicReference<>(Duration.ofMinutes(2));
            try (AlertDelivery delivery = delivery(config, watch(rules, behind))) {
                await(() ->
                        receiver.notifications(each -> lagging(each, "firing")).size() == 1);
                assertThat(delivery.active()).isTrue();
            }
            behind.set(Duration.ZERO);
            try (AlertDelivery again = delivery(config, watch(rules, behind))) {
                await(() -> receiver.notifications(each -> lagging(each, "resolved"))
                                .size()
                        == 1);
                assertThat(again.active()).isTrue();
            }
        }
    }

    @Test
    void theAlertmanagersConfigurationThatShipsIsRight() throws Exception {
        Path amtool = Path.of("/usr/bin/amtool");
        assumeTrue(Files.isExecutable(amtool), "needs Debian's prometheus-alertmanager");
        Path output = directory.resolve("amtool.txt");
        Process process = new ProcessBuilder(
                        amtool.toString(), "check-config", "../dashboards/alertmanager/alertmanager.yml")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    @Test
    void userAndPasswordOfAnAddressAreSentAndNeverShown() throws Exception {
        try (Receiver receiver = new Receiver();
                Http http = new Http()) {
            URI address = URI.create(receiver.address().toString().replace("http://", "http://user:secret@"));
            assertThat(http.post(address, "{}".getBytes(StandardCharsets.UTF_8), Map.of())
                            .get(30, TimeUnit.SECONDS)
                            .taken())
                    .isTrue();
            assertThat(receiver.got().getFirst().authorization()).isEqualTo("Basic dXNlcjpzZWNyZXQ=");
            assertThat(Http.withoutUser(address)).isEqualTo(receiver.address());
        }
    }

    private static Optional<HistoryWatch> watch(String rules, AtomicReference<Duration> behind) {
        return Optional.of(new HistoryWatch(
                AlertCatalogue.changedBy(rules), "h", behind::get, broker.clientProperties(), registry));
    }

    private static boolean lagging(JsonNode alert, String status) {
        return named(alert, "RingtailHistoryLagging")
                && alert.path("status").asText().equals(status);
    }

    private static AlertDelivery delivery(DeliveryConfig config, Optional<HistoryWatch> watch) {
        return AlertDelivery.start(config, broker.clientProperties(), registry, watch);
    }

    private void transition(String host, boolean fires, Instant at) throws Exception {
        AlertStanding standing = standings.computeIfAbsent(host, name -> AlertMachine.blank());
        long ns = at.getEpochSecond() * 1_000_000_000L + at.getNano();
        Alert alert = AlertMachine.condition(
                        standing, RULE, new AlertMachine.Subject(Map.of("host", host), false), fires, ns, "none")
                .orElseThrow();
        producer.send(new ProducerRecord<>(Topics.ALERTS.name(), alert.getAlertId(), alert))
                .get(30, TimeUnit.SECONDS);
    }

    private static List<JsonNode> firing(Receiver receiver, String host) {
        return of(receiver, host, "firing");
    }

    private static List<JsonNode> resolved(Receiver receiver, String host) {
        return of(receiver, host, "resolved");
    }

    /** Notifications of an alert; a group tells all its alerts, so those of the same state count once. */
    private static List<JsonNode> of(Receiver receiver, String host, String status) {
        return receiver.notifications(
                each -> isOf(each, host) && each.path("status").asText().equals(status));
    }

    private static boolean isOf(JsonNode alert, String host) {
        return alert.path("labels").path("host").asText().equals(host);
    }

    private static boolean named(JsonNode alert, String name) {
        return alert.path("labels").path("alertname").asText().equals(name);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        await(condition, () -> "");
    }

    private static void await(Condition condition, Supplier<String> evidence) throws Exception {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() < deadline)
                    .as("in time; %s", evidence.get())
                    .isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
