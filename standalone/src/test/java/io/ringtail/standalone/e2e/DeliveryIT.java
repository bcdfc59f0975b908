package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.RecordNumber;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Broker and agent as processes of their own, killed in turn: what was sampled is delivered or counted as lost. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class DeliveryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    /** The machine's wall clock may be set back a little between two batches; its monotonic one is not. */
    private static final long CLOCK_SET_BACK_NS = 100_000_000L;

    private static final List<Topic> RAW = List.of(
            Topics.INTERRUPTS,
            Topics.CPUS,
            Topics.RINGS,
            Topics.XSK,
            Topics.TCP,
            Topics.SETTINGS,
            Topics.ROUND_TRIPS,
            Topics.AGENTS);

    private final List<Process> processes = new ArrayList<>();
    private Path dir;
    private String bootstrap;
    private int brokerPort;
    private int probePort;

    @BeforeEach
    void open() throws IOException {
        dir = Files.createTempDirectory("ringtail-delivery");
        brokerPort = freePort();
        probePort = freePort();
        bootstrap = "127.0.0.1:" + brokerPort;
    }

    @AfterEach
    void close() throws IOException {
        processes.forEach(Process::destroyForcibly);
        try (Stream<Path> files = Files.walk(dir)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Test
    void whatWasSampledIsDeliveredOnceOrCountedWhoeverIsKilled() throws Exception {
        Process broker = broker();
        Process agent = agent();
        awaitRoundTrips(20);
        kill(broker);
        awaitSpooled(30_000);
        kill(agent);
        agent = agent();
        awaitSpooled(60_000);
        broker = broker();
        awaitRoundTrips(80);
        kill(agent);
        agent = agent();
        awaitRoundTrips(120);
        agent.destroy();
        assertThat(agent.waitFor(30, TimeUnit.SECONDS)).isTrue();

        Map<Topic, SortedMap<Long, SpecificRecord>> delivered = read();
        long[] numbers = delivered.values().stream()
                .flatMap(records -> records.keySet().stream())
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        Agent last = (Agent) delivered.get(Topics.AGENTS).lastEntry().getValue();
        long sampled = numbers[numbers.length - 1] + 1;
        assertThat(numbers.length + last.getLost())
                .as("delivered + lost = sampled")
                .isEqualTo(sampled);
        assertThat(last.getLost()).as("nothing was lost").isZero();
        assertThat(numbers).isEqualTo(LongStream.range(0, sampled).toArray());
        assertThat(last.getSampled()).isLessThanOrEqualTo(sampled);
        assertRunsAreWhole(delivered.get(Topics.ROUND_TRIPS));
        kill(broker);
    }

    /** Batches of each run of the probe, in order, none missing, with the times at which they happened. */
    private static void assertRunsAreWhole(SortedMap<Long, SpecificRecord> byNumber) {
        long expected = 0;
        long toEpochNs = 0;
        long monoNs = 0;
        int runs = 0;
        for (SpecificRecord record : byNumber.values()) {
            RoundTrips batch = (RoundTrips) record;
            if (batch.getBatch() == 0) {
                runs++;
                expected = 0;
            }
            assertThat(batch.getBatch()).isEqualTo(expected++);
            assertThat(batch.getOrigin().getMonoNs()).isGreaterThanOrEqualTo(monoNs);
            monoNs = batch.getOrigin().getMonoNs();
            assertThat(batch.getFromEpochNs()).isGreaterThanOrEqualTo(toEpochNs - CLOCK_SET_BACK_NS);
            toEpochNs = batch.getToEpochNs();
        }
        assertThat(runs).isEqualTo(3);
    }

    /** Everything that was delivered by its number; within a partition only repetitions do not rise. */
    private Map<Topic, SortedMap<Long, SpecificRecord>> read() {
        Map<Topic, SortedMap<Long, SpecificRecord>> all = new LinkedHashMap<>();
        try (TopicSchemaRegistry registry = new TopicSchemaRegistry(
                Map.of("bootstrap.servers", bootstrap), TopicSchemaRegistry.DEFAULT_TOPIC, PATIENCE)) {
            for (Topic topic : RAW) {
                SortedMap<Long, SpecificRecord> records = new TreeMap<>();
                RecordSerde<? extends SpecificRecord> serde = new RecordSerde<>(topic.record(), registry);
                for (ConsumerRecord<byte[], byte[]> each : read(topic)) {
                    RecordNumber number = RecordNumber.of(each.headers()
                                    .lastHeader(RecordNumber.HEADER)
                                    .value())
                            .orElseThrow();
                    if (records.isEmpty() || number.number() > records.lastKey()) {
                        records.put(number.number(), serde.deserialize(topic.name(), each.value()));
                    } else {
                        assertThat(records).as("a repetition").containsKey(number.number());
                    }
                }
                all.put(topic, records);
            }
        }
        return all;
    }

    private List<ConsumerRecord<byte[], byte[]>> read(Topic topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                bootstrap,
                "enable.auto.commit",
                false,
                "enable.metrics.push",
                false,
                "default.api.timeout.ms",
                20_000);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name()).stream()
                    .map(each -> new TopicPartition(topic.name(), each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    private void awaitRoundTrips(int batches) {
        await(batches + " batches on the topic", () -> roundTrips() >= batches);
    }

    /** None while the broker is still starting. */
    private int roundTrips() {
        try {
            return read(Topics.ROUND_TRIPS).size();
        } catch (TimeoutException e) {
            return 0;
        }
    }

    private void awaitSpooled(long bytes) {
        await(bytes + " bytes in the spool", () -> spooledBytes() >= bytes);
    }

    private long spooledBytes() {
        try (Stream<Path> files = Files.list(dir.resolve("spool"))) {
            return files.filter(file -> file.toString().endsWith(".records"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private Process broker() throws Exception {
        return start(
                "broker",
                BrokerMain.class.getName(),
                dir.resolve("kafka").toString(),
                "127.0.0.1",
                Integer.toString(brokerPort));
    }

    private Process agent() throws Exception {
        return start(
                "agent",
                "io.ringtail.standalone.Main",
                "collect",
                "--bootstrap",
                bootstrap,
                "--host-name",
                "a",
                "--reflect",
                "127.0.0.1:" + probePort,
                "--probe",
                "udp://127.0.0.1:" + probePort + "?rate=200&name=p",
                "-D",
                "ringtail.collect.spool=" + dir.resolve("spool"));
    }

    private Process start(String name, String main, String... arguments) throws IOException {
        Path log = Files.createDirectories(Path.of("target", "delivery-it")).resolve(name + ".log");
        Process process = new ProcessBuilder(Lab.command(main, arguments))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        processes.add(process);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadlineMonoNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineMonoNs) {
                throw new AssertionError("not within " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(200_000_000);
        }
    }
}
