package io.ringtail.standalone.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.processors.history.HistoryStore;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import io.ringtail.standalone.HistoryAccess;
import io.ringtail.standalone.config.Settings;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.WebDriver;

/**
 * The whole way on a real kernel: two hosts as network namespaces joined by veth, an agent in each, probe and reflector
 * across, a broker, processors and history, each in a process of its own, and a browser before the page.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SpineIT {
    private static final int BROKER_PORT = 19_392;
    private static final int PAGE_PORT = 18_380;
    private static final int PG_PORT = 18_812;
    private static final int HTTP_PORT = 19_800;
    private static final String BOOTSTRAP = Lab.TEST_ADDRESS + ":" + BROKER_PORT;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private Path dir;
    private Lab lab;
    private Process broker;
    private Process alphaAgent;
    private TopicSchemaRegistry registry;
    private TopicReader<Window> windows;
    private TopicReader<Change> changes;
    private TopicReader<RoundTrips> roundTrips;
    private TopicReader<Epoch> epochs;
    private TopicReader<Alert> alerts;

    @BeforeAll
    void start() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root: network namespaces (CAP_SYS_ADMIN)");
        dir = Files.createDirectories(Path.of("target", "spine-it"));
        wipe(dir);
        lab = Lab.open(dir);
        Lab.in(lab.beta(), "ip", "tuntap", "add", "tap0", "mode", "tap");
        Lab.in(lab.beta(), "ip", "link", "add", "ifb0", "type", "ifb");
        startBroker();
        lab.here("process", "process", "--bootstrap", BOOTSTRAP, "--data-dir", path("process-data"));
        lab.here(
                "serve",
                "serve",
                "--bootstrap",
                BOOTSTRAP,
                "--data-dir",
                path("serve-data"),
                "--port",
                Integer.toString(PAGE_PORT),
                "--pg-port",
                Integer.toString(PG_PORT),
                "-D",
                "ringtail.history.http-port=" + HTTP_PORT);
        lab.ringtail(
                lab.beta(),
                "beta",
                "collect",
                "--bootstrap",
                BOOTSTRAP,
                "--host-name",
                "beta",
                "--reflect",
                Lab.BETA_ADDRESS + ":7411",
                "-D",
                "ringtail.collect.spool=" + path("beta-spool"));
        startAlpha();
        registry = new TopicSchemaRegistry(
                Map.of("bootstrap.servers", BOOTSTRAP), TopicSchemaRegistry.DEFAULT_TOPIC, PATIENCE);
        windows = new TopicReader<>(BOOTSTRAP, Topics.WINDOWS, Window.class, registry);
        changes = new TopicReader<>(BOOTSTRAP, Topics.CHANGES, Change.class, registry);
        roundTrips = new TopicReader<>(BOOTSTRAP, Topics.ROUND_TRIPS, RoundTrips.class, registry);
        epochs = new TopicReader<>(BOOTSTRAP, Topics.EPOCHS, Epoch.class, registry);
        alerts = new TopicReader<>(BOOTSTRAP, Topics.ALERTS, Alert.class, registry);
    }

    @AfterAll
    void stop() {
        for (AutoCloseable closeable :
                new AutoCloseable[] {windows, changes, roundTrips, epochs, alerts, registry, lab}) {
            closeQuietly(closeable);
        }
    }

    @Test
    @Order(1)
    void windowsHaveBothEndsWithTheirSettings() {
        Window window = windows.await(PATIENCE, "complete window of an epoch", SpineIT::completeInEpoch);
        assertThat(window.getPath().getProberHost()).isEqualTo("alpha");
        assertThat(window.getPath().getProberInterface()).isEqualTo("veth0");
        assertThat(window.getPath().getResponderHost()).isEqualTo("beta");
        assertThat(window.getPath().getResponderInterface()).isEqualTo("veth0");
        assertThat(window.getPathId()).isEqualTo(Paths.id(window.getPath()));
        assertThat(window.getProber().getSettingsId()).isNotNull();
        assertThat(window.getResponder().getSettingsId()).isNotNull();
        assertThat(window.getReceived() + window.getLost()).isEqualTo(window.getSent());
        Epoch epoch = epochs.await(
                PATIENCE, "epoch of the window", e -> e.getEpochId().equals(window.getEpochId()));
        assertThat(epoch.getSettings())
                .anySatisfy(setting -> {
                    assertThat(setting.getName()).isEqualTo("prober.feature.tx-nocache-copy");
                    assertThat(setting.getValue()).isEqualTo("off");
                })
                .anySatisfy(setting -> {
                    assertThat(setting.getName()).isEqualTo("responder.coalesce.rx-usecs");
                    assertThat(setting.getValue()).isNull();
                    assertThat(setting.getAbsence()).isEqualTo("unsupported");
                })
                .anySatisfy(setting -> assertThat(setting.getName()).isEqualTo("responder.reflector.hold"));
        assertThat(window.getProber().getBusyNsPerTransaction()).isPositive();
        assertThat(window.getResponder().getBusyNsPerTransaction()).isPositive();
    }

    @Test
    @Order(2)
    void percentilesEqualThoseOfTheRawSamples() throws Exception {
        await("five complete windows", () -> finalWindows().size() >= 5);
        List<Window> checked = finalWindows().values().stream().limit(5).toList();
        for (Window window : checked) {
            List<Long> samples = samples(window);
            assertThat(samples).as("samples of the second").hasSize((int) window.getReceived());
            Collections.sort(samples);
            assertThat(window.getMinNs()).isEqualTo(samples.getFirst());
            assertThat(window.getMaxNs()).isEqualTo(samples.getLast());
            for (Percentile percentile : window.getPercentiles()) {
                assertNearestRank(percentile, samples, window.getLost());
            }
            assertTheHistoryHasTheSame(window);
        }
        Window stamped = windows.await(
                PATIENCE, "window whose stamped round trips are all told", window -> stampedTrips(window) >= 9);
        assertThat(stamped.getSegments()).extracting(SegmentTimes::getSegment).containsExactly(Segment.values());
        double meanNs = stamped.getSegments().stream()
                .mapToDouble(SegmentTimes::getMeanNs)
                .sum();
        assertThat(meanNs).isBetween((double) stamped.getMinNs(), (double) stamped.getMaxNs());
        assertThat(stamped.getSegments().get(2).getMeanNs()).isPositive();
    }

    /** 1 in 100 of 1,000. */
    private static long stampedTrips(Window window) {
        return window.getSegments() == null
                ? 0
                : window.getSegments().getFirst().getBucketCounts().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    @Test
    @Order(3)
    void changesAppearOnTheRightEndInTime() {
        assertNotified(
                lab.beta(),
                "beta",
                "veth0",
                "feature.tx-nocache-copy",
                "off",
                "on",
                "ethtool",
                "-K",
                "veth0",
                "tx-nocache-copy",
                "on");
        assertNotified(lab.alpha(), "alpha", "veth0", "channels.rx", "4", "2", "ethtool", "-L", "veth0", "rx", "2");
        assertNotified(
                lab.beta(),
                "beta",
                "tap0",
                "coalesce.rx-frames",
                "0",
                "16",
                "ethtool",
                "-C",
                "tap0",
                "rx-frames",
                "16");
        Alert told = alerts.await(
                PATIENCE,
                "alert of the coalescing of tap0",
                alert -> "tap0".equals(alert.getLabels().get("interface")));
        assertThat(told.getRule()).isEqualTo("RingtailCoalescingChanged");
        assertThat(told.getSummary()).endsWith("coalesce.rx-frames 0 -> 16");
        Instant before = Instant.now();
        Lab.in(lab.beta(), "sh", "-c", "echo 30000 > /sys/class/net/ifb0/queues/tx-0/byte_queue_limits/limit_max");
        Change polled = awaitChange("beta", "ifb0", "bql.limit-max");
        assertThat(knob(polled, "bql.limit-max").getQueue()).isEqualTo("tx-0");
        assertThat(knob(polled, "bql.limit-max").getNewValue()).isEqualTo("30000");
        assertThat(Duration.between(before, instant(polled.getToEpochNs()))).isLessThan(Duration.ofSeconds(12));
        Change onThePath = awaitChange("beta", "veth0", "feature.tx-nocache-copy");
        assertThat(onThePath.getPaths())
                .anySatisfy(path -> assertThat(path.getEnd()).isEqualTo(End.RESPONDER));
        Epoch next = epochs.await(
                PATIENCE,
                "epoch after the change",
                epoch -> epoch.getChangeIds().contains(onThePath.getChangeId()));
        assertThat(next.getSettings()).anySatisfy(setting -> {
            assertThat(setting.getName()).isEqualTo("responder.feature.tx-nocache-copy");
            assertThat(setting.getValue()).isEqualTo("on");
        });
    }

    @Test
    @Order(4)
    void thePageShowsMovingCurvesAndTheChange() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/chromedriver")), "needs Debian's chromium-driver");
        WebDriver browser = Browser.open(dir);
        try {
            Browser.showsTheRun(browser, "http://127.0.0.1:" + PAGE_PORT, dir);
        } finally {
            browser.quit();
        }
    }

    @Test
    @Order(5)
    void aRecordThatCannotBeDecodedGoesToTheDeadLettersAndTheStreamGoesOn() throws Exception {
        long offset;
        int partition;
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BOOTSTRAP), new ByteArraySerializer(), new ByteArraySerializer())) {
            RecordMetadata sent = producer.send(new ProducerRecord<>(
                            Topics.INTERRUPTS.name(), "beta".getBytes(UTF_8), "not avro".getBytes(UTF_8)))
                    .get(30, TimeUnit.SECONDS);
            offset = sent.offset();
            partition = sent.partition();
        }
        try (TopicReader<DeadLetter> letters =
                new TopicReader<>(BOOTSTRAP, Topics.DEAD_LETTERS, DeadLetter.class, registry)) {
            DeadLetter letter = letters.await(
                    PATIENCE, "dead letter", found -> found.getTopic().equals(Topics.INTERRUPTS.name()));
            assertThat(letter.getOffset()).isEqualTo(offset);
            assertThat(letter.getPartition()).isEqualTo(partition);
            assertThat(letter.getReason()).contains("wire format");
            assertThat(letter.getValue()).isEqualTo(ByteBuffer.wrap("not avro".getBytes(UTF_8)));
        }
        long now = newestSecond();
        windows.await(PATIENCE, "windows after it", w -> second(w) > now + 2 && complete(w));
    }

    @Test
    @Order(6)
    void aKilledBrokerLosesAndDoublesNothing() throws Exception {
        long before = newestSecond();
        broker.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        startBroker();
        windows.await(PATIENCE, "windows after the broker's return", w -> second(w) > before + 15 && complete(w));
        Map<Long, Window> all = finalWindows();
        for (long second = before - 2; second < before + 13; second++) {
            Window window = all.get(second);
            assertThat(window)
                    .as("window of second %d after the kill", second - before)
                    .isNotNull();
            assertThat(window.getSent())
                    .as("sent in second %d", second - before)
                    .isEqualTo(1000);
        }
        List<Long> batches =
                roundTrips.all().stream().map(RoundTrips::getBatch).sorted().toList();
        assertThat(batches).doesNotHaveDuplicates();
        assertThat(batches.getLast() - batches.getFirst() + 1)
                .as("no batch missing")
                .isEqualTo(batches.size());
        assertNoDoubleRows();
    }

    @Test
    @Order(7)
    void aKilledAgentLeavesAGapNotZeros() throws Exception {
        alphaAgent.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        long killed = System.currentTimeMillis() / 1000;
        await("three seconds without the agent", () -> System.currentTimeMillis() / 1000 > killed + 3);
        startAlpha();
        long restarted = System.currentTimeMillis() / 1000;
        windows.await(PATIENCE, "windows after the agent's return", w -> second(w) > restarted + 3 && complete(w));
        Map<Long, Window> all = finalWindows();
        assertThat(all.keySet()).as("no window while there was no agent").doesNotContain(killed + 1, killed + 2);
        assertThat(all.values())
                .noneSatisfy(window -> assertThat(window.getSent()).isZero());
        assertThat(alerts.all()).extracting(Alert::getRule).doesNotContain("RingtailAgentSilent");
    }

    // ---- what the tests are made of

    private void startBroker() throws Exception {
        broker = lab.java(
                "broker",
                BrokerMain.class.getName(),
                path("broker-data"),
                Lab.TEST_ADDRESS,
                Integer.toString(BROKER_PORT));
    }

    private void startAlpha() throws Exception {
        alphaAgent = lab.ringtail(
                lab.alpha(),
                "alpha",
                "collect",
                "--bootstrap",
                BOOTSTRAP,
                "--host-name",
                "alpha",
                "--probe",
                "udp://" + Lab.BETA_ADDRESS + ":7411?name=across",
                "-D",
                "ringtail.collect.spool=" + path("alpha-spool"));
    }

    private void assertNotified(
            String namespace, String host, String device, String name, String from, String to, String... command) {
        Instant before = Instant.now();
        Lab.in(namespace, command);
        Change change = awaitChange(host, device, name);
        assertThat(knob(change, name).getOldValue()).as("old value of %s", name).isEqualTo(from);
        assertThat(knob(change, name).getNewValue()).as("new value of %s", name).isEqualTo(to);
        assertThat(change.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(Duration.between(before, instant(change.getToEpochNs())))
                .as("seen after")
                .isLessThan(Duration.ofSeconds(2));
    }

    private Change awaitChange(String host, String device, String name) {
        return changes.await(
                PATIENCE,
                "change of " + name + " on " + host + " " + device,
                change -> change.getHost().equals(host)
                        && device.equals(change.getInterface$())
                        && change.getKnobs().stream()
                                .anyMatch(knob -> knob.getName().equals(name)));
    }

    private static KnobChange knob(Change change, String name) {
        return change.getKnobs().stream()
                .filter(knob -> knob.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertNearestRank(Percentile percentile, List<Long> sorted, long lost) {
        long perMille = Math.round(percentile.getPercent() * 10);
        int rank = (int) ((perMille * sorted.size() + 999) / 1000);
        boolean tailLost = lost * 1000 > (sorted.size() + lost) * (1000 - perMille);
        if (sorted.size() - rank < 10 || tailLost) {
            assertThat(percentile.getValueNs())
                    .as("p%s", percentile.getPercent())
                    .isNull();
            assertThat(percentile.getAbsence()).isNotBlank();
        } else {
            assertThat((double) percentile.getValueNs())
                    .as("p%s", percentile.getPercent())
                    .isCloseTo(sorted.get(rank - 1), within(sorted.get(rank - 1) * 0.01));
        }
    }

    private void assertTheHistoryHasTheSame(Window window) throws Exception {
        String where = " where path_id = '" + window.getPathId() + "' and ts = cast(" + window.getStartEpochNs() / 1000
                + " as timestamp)";
        List<Long> expected = List.of(
                window.getReceived(),
                window.getPercentiles().getFirst().getValueNs(),
                window.getMaxNs(),
                window.getReceived());
        try (HistoryStore store = history();
                Connection connection = store.connect()) {
            await("the row of the window", () -> {
                List<Long> found =
                        new ArrayList<>(numbers(connection, "select received, p50_ns, max_ns from windows" + where));
                found.addAll(numbers(connection, "select sum(samples) from buckets" + where));
                return found.equals(expected);
            });
        }
    }

    private static List<Long> numbers(Connection connection, String query) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<Long> numbers = new ArrayList<>();
            while (row.next()) {
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    numbers.add(row.getLong(column));
                }
            }
            return numbers;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private void assertNoDoubleRows() throws Exception {
        try (HistoryStore store = history();
                Connection connection = store.connect();
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("select count() n, count_distinct(ts) d from windows")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong("n")).isEqualTo(row.getLong("d")).isPositive();
        }
    }

    private HistoryStore history() {
        return HistoryAccess.open(Settings.load(
                        Map.of(
                                "ringtail.data-dir",
                                path("serve-data"),
                                "ringtail.history.pg-port",
                                Integer.toString(PG_PORT),
                                "ringtail.history.http-port",
                                Integer.toString(HTTP_PORT)),
                        Optional.empty(),
                        Map.of())
                .config());
    }

    /** Raw round trips of a window's second. */
    private List<Long> samples(Window window) {
        long from = window.getStartEpochNs();
        List<Long> samples = new ArrayList<>();
        for (RoundTrips batch : roundTrips.all()) {
            long at = batch.getFromEpochNs();
            for (int i = 0; i < batch.getRttsNs().size(); i++) {
                at += batch.getSendOffsetsNs().get(i);
                if (at >= from && at < from + NS_PER_SECOND) {
                    samples.add(batch.getRttsNs().get(i));
                }
            }
        }
        return samples;
    }

    /** The highest revision of each complete second. */
    private Map<Long, Window> finalWindows() {
        Map<Long, Window> newest = new TreeMap<>();
        for (Window window : windows.all()) {
            newest.merge(second(window), window, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
        }
        newest.values().removeIf(window -> !complete(window));
        return newest;
    }

    private long newestSecond() {
        return windows.all().stream().mapToLong(SpineIT::second).max().orElseThrow();
    }

    private static boolean completeInEpoch(Window window) {
        return complete(window) && window.getEpochId() != null;
    }

    private static boolean complete(Window window) {
        return window.getCompleteness() == Completeness.COMPLETE;
    }

    private static long second(Window window) {
        return window.getStartEpochNs() / NS_PER_SECOND;
    }

    private static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(epochNs / NS_PER_SECOND, epochNs % NS_PER_SECOND);
    }

    private String path(String name) {
        return dir.resolve(name).toString();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineMonoNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time for " + what).isLessThan(deadlineMonoNs);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static void wipe(Path dir) throws Exception {
        try (var files = Files.walk(dir)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                if (!file.equals(dir)) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception e) {
            System.err.println("could not close: " + e);
        }
    }
}
