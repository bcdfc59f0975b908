package io.ringtail.standalone.alert;

import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers alerts. The topic has one partition, so that of all processes of the group one is active; it reads all states
 * from the start, then tells Alertmanagers what fires, and the webhook each transition after the committed offset.
 *
 * <p>One thread of its own, named {@code alert-delivery}, owns everything. Started and closed by the composition.
 */
public final class AlertDelivery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AlertDelivery.class);
    private static final String GROUP = "ringtail-alert-delivery";
    private static final TopicPartition PARTITION = new TopicPartition(Topics.ALERTS.name(), 0);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration BROKER_ANSWERS = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration FINISH = Duration.ofSeconds(3);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final DeliveryConfig config;
    private final Consumer<String, byte[]> consumer;
    private final RecordSerde<Alert> serde;
    private final Http http = new Http();
    private final AlertBoard board = new AlertBoard();
    private final List<AlertmanagerSender> alertmanagers;
    private final Optional<WebhookSender> webhook;
    private final Optional<HistoryWatch> watch;
    private final Instant started = Instant.now();
    private final Thread thread = new Thread(this::run, "alert-delivery");
    private volatile boolean closed;
    private volatile boolean active;
    private volatile int firing;

    /** Where the records begin that were told to nobody yet. */
    private long told;

    private boolean changed;
    private long resendMonoNs = System.nanoTime();

    private AlertDelivery(
            DeliveryConfig config,
            Consumer<String, byte[]> consumer,
            SchemaRegistry registry,
            Optional<HistoryWatch> watch) {
        this.config = config;
        this.consumer = consumer;
        this.serde = new RecordSerde<>(Alert.class, registry);
        this.watch = watch;
        AlertJson json = new AlertJson(config.page(), config.expires());
        this.alertmanagers = config.alertmanagers().stream()
                .map(each -> new AlertmanagerSender(each, http, json))
                .toList();
        this.webhook = config.webhook().map(each -> new WebhookSender(each, config.secret(), http, json));
    }

    /**
     * Starts it; returns at once.
     *
     * @param kafka properties of a Kafka client
     * @param registry of the alerts' schema; stays the caller's
     * @param watch judges the history writer; closed with this
     */
    public static AlertDelivery start(
            DeliveryConfig config, Map<String, Object> kafka, SchemaRegistry registry, Optional<HistoryWatch> watch) {
        AlertDelivery delivery = new AlertDelivery(config, new KafkaConsumer<>(properties(kafka)), registry, watch);
        delivery.thread.start();
        return delivery;
    }

    private static Map<String, Object> properties(Map<String, Object> kafka) {
        Map<String, Object> all = new HashMap<>(kafka);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        all.put(ConsumerConfig.CLIENT_ID_CONFIG, GROUP);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) BROKER_ANSWERS.toMillis());
        all.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class));
        all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return all;
    }

    /** Whether this process is the one that delivers. */
    public boolean active() {
        return active;
    }

    /** Alerts that fire, as this process knows while it is the active one. Unit: alerts. */
    public int firing() {
        return firing;
    }

    /** Requests that were not taken, since the start. Unit: requests. */
    public long failedPosts() {
        return http.failed();
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(STOP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (http;
                consumer) {
            consumer.subscribe(Set.of(Topics.ALERTS.name()), new Assignment());
            turnUntilClosed();
            finish();
        } finally {
            watch.ifPresent(HistoryWatch::close);
        }
    }

    private void turnUntilClosed() {
        try {
            while (!closed) {
                turn();
            }
        } catch (WakeupException e) {
            LOG.debug("woken to close");
        }
    }

    /** What the webhook is just taking needs not be told again. */
    private void finish() {
        OptionalLong done = webhook.map(each -> each.finish(FINISH)).orElse(OptionalLong.empty());
        try {
            done.ifPresent(this::commitAlthoughWoken);
        } catch (KafkaException e) {
            LOG.warn("The last alert will be told to the webhook again: {}", e.getMessage());
        }
    }

    private void commitAlthoughWoken(long offset) {
        try {
            commit(offset + 1);
        } catch (WakeupException e) {
            commit(offset + 1);
        }
    }

    private void turn() {
        try {
            consumer.poll(POLL).forEach(this::take);
            if (active) {
                deliver();
            }
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.warn("Alerts cannot be read: {}; trying again", e.getMessage());
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            closed = true;
            Thread.currentThread().interrupt();
        }
    }

    private void take(ConsumerRecord<String, byte[]> raw) {
        if (raw.value() == null) {
            return;
        }
        try {
            Alert alert = serde.deserialize(raw.topic(), raw.value());
            board.put(alert, Instant.now());
            firing = board.firing();
            changed = true;
            if (raw.offset() >= told) {
                webhook.ifPresent(each -> each.add(raw.offset(), alert));
            }
        } catch (RuntimeException e) {
            LOG.warn("The alert at offset {} cannot be read and is left out: {}", raw.offset(), e.getMessage());
        }
    }

    private void deliver() {
        watch.ifPresent(each -> each.look(board));
        alertmanagers.forEach(each -> each.look(board));
        if (changed || System.nanoTime() - resendMonoNs >= 0) {
            changed = !sendToAll();
        }
        webhook.ifPresentOrElse(
                each -> each.step().ifPresent(offset -> commit(offset + 1)),
                () -> commit(consumer.position(PARTITION)));
    }

    /** False where one was still busy with the last. */
    private boolean sendToAll() {
        Instant now = Instant.now();
        Optional<Instant> watchdog = brokerAnswers() ? Optional.of(started) : Optional.empty();
        boolean all = true;
        for (AlertmanagerSender each : alertmanagers) {
            all &= each.send(board, watchdog, now);
        }
        resendMonoNs = System.nanoTime() + config.resend().toNanos();
        return all;
    }

    /** Without the broker nothing new can be known: what fires is told on, but not that all is well. */
    private boolean brokerAnswers() {
        try {
            return !consumer.endOffsets(Set.of(PARTITION), BROKER_ANSWERS).isEmpty();
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            return false;
        }
    }

    private void commit(long offset) {
        if (offset > told) {
            consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(offset)));
            told = offset;
        }
    }

    /** With the partition everything is read anew; without it nothing is told. */
    private final class Assignment implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (partitions.contains(PARTITION)) {
                OffsetAndMetadata committed =
                        consumer.committed(Set.of(PARTITION)).get(PARTITION);
                told = committed == null ? 0 : committed.offset();
                consumer.seekToBeginning(List.of(PARTITION));
                active = true;
                changed = true;
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (partitions.contains(PARTITION)) {
                active = false;
                board.clear();
                webhook.ifPresent(WebhookSender::clear);
            }
        }
    }
}
