package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.schemas.serde.SchemaRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream processors of one process, exactly once. The topics must exist before {@link #start}. Thread safe.
 */
public final class Processing implements AutoCloseable {
    /** Application id where none is configured: consumer group and prefix of the changelog topics. */
    public static final String APPLICATION_ID = "ringtail-process";

    private static final Logger LOG = LoggerFactory.getLogger(Processing.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
    private static final int COMMIT_MS = 200;
    private static final int SESSION_MS = 10_000;

    private final KafkaStreams streams;
    private final CountDownLatch runningOrDead = new CountDownLatch(1);
    private final AtomicReference<String> failure = new AtomicReference<>();

    /**
     * What it runs with.
     *
     * @param applicationId consumer group and prefix of the changelog topics
     * @param stateDir directory of the state stores; those of one application id and process alone
     * @param threads stream threads
     * @param topology how time is treated
     */
    public record Config(String applicationId, Path stateDir, int threads, TopologyConfig topology) {
        /** The defaults, with this state directory. */
        public static Config in(Path stateDir) {
            return new Config(APPLICATION_ID, stateDir, 1, TopologyConfig.DEFAULT);
        }

        /** The same with other alert rules. */
        public Config withAlerts(AlertRules alerts) {
            return new Config(applicationId, stateDir, threads, topology.withAlerts(alerts));
        }
    }

    /** How it does. */
    public enum State {
        /** Not started, or waiting for the broker, its partitions or its state. */
        STARTING,
        /** Records are processed. */
        RUNNING,
        /** It stopped by itself: see {@link Processing#failure}. */
        FAILED,
        /** It was closed. */
        CLOSED
    }

    /**
     * Prepares the streams; nothing runs yet.
     *
     * @param kafka properties of the Kafka clients: bootstrap.servers, and whatever TLS and SASL need; they win over ours
     * @param registry schemas; the caller closes it after this
     * @param config what it runs with
     */
    public Processing(Map<String, Object> kafka, SchemaRegistry registry, Config config) {
        StreamsConfig properties = new StreamsConfig(properties(kafka, config));
        streams = new KafkaStreams(Topologies.build(registry, config.topology()), properties);
        streams.setUncaughtExceptionHandler(this::onUncaught);
        streams.setStateListener((now, before) -> onState(now));
    }

    /** Starts the threads and returns; {@link #awaitRunning} tells when records are processed. */
    public void start() {
        streams.start();
    }

    /** Waits until it runs; false where it did not within the time, or failed. */
    public boolean awaitRunning(Duration within) throws InterruptedException {
        return runningOrDead.await(within.toMillis(), TimeUnit.MILLISECONDS) && state() == State.RUNNING;
    }

    /** How it does now. */
    public State state() {
        return switch (streams.state()) {
            case CREATED, REBALANCING -> State.STARTING;
            case RUNNING -> State.RUNNING;
            case PENDING_ERROR, ERROR -> State.FAILED;
            case PENDING_SHUTDOWN, NOT_RUNNING -> failure.get() == null ? State.CLOSED : State.FAILED;
        };
    }

    /** Records that it has not read yet; NaN while no partition is assigned. Unit: records. */
    public double lagRecords() {
        return sum("consumer-fetch-manager-metrics", "records-lag");
    }

    /** Records that its tasks processed, also those of tasks that went elsewhere since. Unit: records. */
    public double processedRecords() {
        double processed = sum("stream-thread-metrics", "process-total");
        return Double.isNaN(processed) ? 0 : processed;
    }

    private double sum(String group, String name) {
        double sum = Double.NaN;
        for (Map.Entry<MetricName, ? extends Metric> each : streams.metrics().entrySet()) {
            boolean wanted =
                    each.getKey().group().equals(group) && each.getKey().name().equals(name);
            if (wanted && each.getValue().metricValue() instanceof Double value && !value.isNaN()) {
                sum = Double.isNaN(sum) ? value : sum + value;
            }
        }
        return sum;
    }

    /** What stopped it, as a user can understand it. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Stops within seconds; what was not committed is processed again at the next start. */
    @Override
    public void close() {
        // Leaves the group: else the next start waits until the session of this one has timed out.
        if (!streams.close(CloseOptions.timeout(CLOSE_WITHIN)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP))) {
            LOG.warn("The stream processors did not stop within {} s", CLOSE_WITHIN.toSeconds());
        }
    }

    private void onState(KafkaStreams.State now) {
        if (now == KafkaStreams.State.RUNNING
                || now == KafkaStreams.State.ERROR
                || now == KafkaStreams.State.NOT_RUNNING) {
            runningOrDead.countDown();
        }
    }

    private StreamThreadExceptionResponse onUncaught(Throwable error) {
        String message = message(error);
        failure.set(message);
        LOG.error("The stream processors stopped: {}", message);
        LOG.debug("What stopped the stream processors", error);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private static String message(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    private static Map<String, Object> properties(Map<String, Object> kafka, Config config) {
        Map<String, Object> all = new HashMap<>();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
        all.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MS);
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // How long the partitions of a killed process lie idle.
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MS);
        // With more, the broker refuses batches that overtake the first of a transaction while it is being verified.
        all.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        all.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        all.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
        all.putAll(kafka);
        return all;
    }
}
