package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.schemas.topic.Topics;
import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import io.ringtail.standalone.metrics.Metrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The feed and the registry's read side on a real broker. */
@Timeout(180)
class LiveFeedIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String SCRIPT = "src/test/python/decode.py";

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static TopicSchemaRegistry registry;

    private final Synthetic synthetic = new Synthetic(false);

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerSettings.loopback(directory));
        TopicAdmin.ensure(broker.clientProperties(), Optional.empty(), DEADLINE);
        registry = new TopicSchemaRegistry(broker.clientProperties());
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    @Test
    void showsWhatIsInTheTopicsAndLeavesOutWhatCannotBeRead() throws Exception {
        long now = System.currentTimeMillis() / 1000 * 1000;
        send(Topics.WINDOWS.name(), "p", windowBytes(now - 2000));
        send(Topics.WINDOWS.name(), "p", "no Avro".getBytes(StandardCharsets.UTF_8));
        try (LiveFeed feed = LiveFeed.start(broker.clientProperties(), registry)) {
            await(() -> feed.model().newestWindowMs() == now - 2000 && feed.unreadable() >= 1);
            send(Topics.WINDOWS.name(), "p", windowBytes(now - 1000));
            await(() -> feed.model().newestWindowMs() == now - 1000);

            assertThat(feed.model().array("path")).contains("a:eth0 > b:veth1");
        }
    }

    @Test
    void doesNotShowWhatIsNotCommitted() throws Exception {
        Map<String, Object> properties = new HashMap<>(broker.clientProperties());
        properties.put("transactional.id", "live-feed-it");
        try (LiveFeed feed = LiveFeed.start(broker.clientProperties(), registry);
                KafkaProducer<byte[], byte[]> producer = producer(properties)) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> aborted = producer.send(agent("aborted"));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            Future<RecordMetadata> committed = producer.send(agent("committed"));
            producer.commitTransaction();
            assertThat(aborted).isDone();
            assertThat(committed).isDone();
            await(() -> feed.model().array("agent").contains("committed"));

            assertThat(feed.model().array("agent")).doesNotContain("aborted");
        }
    }

    @Test
    void saysThatTheBrokerIsAwayAndStops() throws Exception {
        Map<String, Object> nowhere = Map.of("bootstrap.servers", "127.0.0.1:" + closedPort());
        try (LiveFeed feed = LiveFeed.start(nowhere, registry)) {
            await(() -> feed.model().array("feed").contains("\"away\":true"));
        }
    }

    @Test
    void stockClientsDecodeOurTopicsThroughTheReadSide() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                run("-c", "import confluent_kafka.avro").exit() == 0,
                "needs python3-confluent-kafka, python3-avro and python3-requests: apt-get install them");
        long start = System.currentTimeMillis() / 1000 * 1000;
        create("stock.windows");
        send(
                "stock.windows",
                null,
                new RecordSerde<>(Window.class, registry)
                        .serialize("stock.windows", synthetic.window(SyntheticPage.NIC_PATH, start, 24_000, 9, 0)));
        send(Topics.WINDOWS.name(), "p", windowBytes(start));
        WebConfig config = new WebConfig(WebConfig.DEFAULT_BIND, 0, Optional.empty());
        try (LiveFeed feed = LiveFeed.start(broker.clientProperties(), registry);
                WebServer server = new WebServer(
                                config,
                                feed.model(),
                                Optional.empty(),
                                RegistryReader.of(registry),
                                new Metrics("test"))
                        .start()) {
            Finished decoded = run(SCRIPT, broker.bootstrap(), server.url(), "stock.windows", Topics.WINDOWS.name());

            assertThat(decoded.output()).as(decoded.output()).contains("avro-consumer veth1 " + start + "000000");
            assertThat(decoded.output()).contains("string-keys veth1 " + start + "000000");
            assertThat(decoded.output()).contains("message-serializer veth1 " + start + "000000");
            assertThat(decoded.exit()).isZero();
        }
    }

    private byte[] windowBytes(long startMs) {
        Window window = synthetic.window(SyntheticPage.NIC_PATH, startMs, 24_000, 9, 0);
        return new RecordSerde<>(Window.class, registry).serialize(Topics.WINDOWS.name(), window);
    }

    private ProducerRecord<byte[], byte[]> agent(String host) {
        byte[] value = new RecordSerde<>(io.ringtail.schemas.record.Agent.class, registry)
                .serialize(Topics.AGENTS.name(), synthetic.agent(host, System.currentTimeMillis(), List.of("eth0")));
        return new ProducerRecord<>(Topics.AGENTS.name(), host.getBytes(StandardCharsets.UTF_8), value);
    }

    private static void create(String topic) throws Exception {
        try (Admin admin = Admin.create(broker.clientProperties())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static void send(String topic, String key, byte[] value) throws Exception {
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<byte[], byte[]> producer = producer(broker.clientProperties())) {
            producer.send(new ProducerRecord<>(topic, keyBytes, value)).get(30, TimeUnit.SECONDS);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private record Finished(int exit, String output) {}

    private static Finished run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("/usr/bin/python3"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Finished(process.waitFor(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long startMonoNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - startMonoNs).isLessThan(DEADLINE.toNanos());
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
