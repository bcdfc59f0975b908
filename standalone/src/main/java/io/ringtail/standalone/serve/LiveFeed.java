package io.ringtail.standalone.serve;

import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the live model from the topics, without a group: every server reads all, from a little before now, and what is
 * committed only. A topic that does not exist yet is looked for again; a broker that is away is waited for; a record
 * that cannot be read is counted and left to the processors' dead letters.
 *
 * <p>One thread of its own, named {@code live-feed}. Started and closed by the composition.
 */
public final class LiveFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_TOPICS = Duration.ofSeconds(2);
    private static final Duration BROKER_ANSWERS = Duration.ofSeconds(10);
    private static final Duration FORGET = Duration.ofSeconds(10);
    private static final Duration STOP = Duration.ofSeconds(5);

    /** How far back each topic is read at the start: what the page shows of it, settings since their last restatement. */
    private static final Map<Topic, Duration> LOOK_BACK = Map.ofEntries(
            Map.entry(Topics.WINDOWS, LiveModel.FORGET_AFTER),
            Map.entry(Topics.CHANGES, LiveModel.FORGET_AFTER),
            Map.entry(Topics.EFFECTS, Duration.ofHours(LiveModel.FOUND_HOURS)),
            Map.entry(Topics.SHIFTS, Duration.ofHours(LiveModel.FOUND_HOURS)),
            Map.entry(Topics.ALERTS, Duration.ofDays(LiveModel.ALERT_DAYS)),
            Map.entry(Topics.ASSOCIATIONS, Duration.ofSeconds(150)),
            Map.entry(Topics.AGENTS, LiveModel.FORGET_AFTER),
            Map.entry(Topics.SETTINGS, Duration.ofSeconds(150)),
            Map.entry(Topics.RINGS, Duration.ofSeconds(5)),
            Map.entry(Topics.XSK, Duration.ofSeconds(5)),
            Map.entry(Topics.TCP, Duration.ofSeconds(15)),
            Map.entry(Topics.INTERRUPTS, Duration.ofSeconds(5)),
            Map.entry(Topics.CPUS, Duration.ofSeconds(5)));

    private final LiveModel model;
    private final LiveRecords records;
    private final InstantSource clock;
    private final Consumer<String, byte[]> consumer;
    private final Map<String, RecordSerde<?>> serdes = new HashMap<>();
    private final Map<String, Topic> missing = new HashMap<>();
    private final AtomicLong unreadable = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;
    private Instant lookNext = Instant.EPOCH;
    private Instant forgetNext = Instant.EPOCH;
    private boolean away;

    private LiveFeed(Consumer<String, byte[]> consumer, SchemaRegistry registry, InstantSource clock) {
        this.model = new LiveModel(clock);
        this.records = new LiveRecords(model);
        this.clock = clock;
        this.consumer = consumer;
        LOOK_BACK.keySet().forEach(topic -> {
            serdes.put(topic.name(), serde(topic.record(), registry));
            missing.put(topic.name(), topic);
        });
        this.thread = new Thread(this::run, "live-feed");
    }

    /**
     * Starts feeding; returns at once, also when the broker cannot be reached yet.
     *
     * @param kafka properties of a Kafka client: bootstrap servers, security
     * @param registry where the records' schemas are found; stays the caller's
     */
    public static LiveFeed start(Map<String, Object> kafka, SchemaRegistry registry) {
        LiveFeed feed = new LiveFeed(consumer(kafka), registry, InstantSource.system());
        feed.thread.start();
        return feed;
    }

    /** What it feeds. */
    public LiveModel model() {
        return model;
    }

    /** Records that could not be read since the start. Unit: records. */
    public long unreadable() {
        return unreadable.get();
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

    private static Consumer<String, byte[]> consumer(Map<String, Object> kafka) {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) BROKER_ANSWERS.toMillis());
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "ringtail-live-feed");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static <T extends SpecificRecord> RecordSerde<T> serde(Class<T> type, SchemaRegistry registry) {
        return new RecordSerde<>(type, registry);
    }

    private void run() {
        try (consumer) {
            while (!closed) {
                step();
            }
        } catch (WakeupException e) {
            LOG.debug("stopped");
        }
    }

    private void step() {
        try {
            lookForTopics();
            consumer.poll(consumer.assignment().isEmpty() ? Duration.ZERO : POLL)
                    .forEach(this::take);
            forget();
            recovered();
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            failed(e);
        }
    }

    private void lookForTopics() {
        if (missing.isEmpty() || clock.instant().isBefore(lookNext)) {
            return;
        }
        lookNext = clock.instant().plus(LOOK_FOR_TOPICS);
        Map<String, List<PartitionInfo>> existing = consumer.listTopics();
        for (Topic topic : List.copyOf(missing.values())) {
            List<PartitionInfo> partitions = existing.get(topic.name());
            if (partitions != null) {
                assign(topic, partitions);
                missing.remove(topic.name());
            }
        }
    }

    private void assign(Topic topic, List<PartitionInfo> partitions) {
        List<TopicPartition> added = partitions.stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        List<TopicPartition> all = new ArrayList<>(consumer.assignment());
        all.addAll(added);
        consumer.assign(all);
        long from = clock.millis() - LOOK_BACK.get(topic).toMillis();
        Map<TopicPartition, Long> wanted = new HashMap<>();
        added.forEach(partition -> wanted.put(partition, from));
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(wanted);
        added.forEach(partition -> seek(partition, Optional.ofNullable(found.get(partition))));
    }

    private void seek(TopicPartition partition, Optional<OffsetAndTimestamp> at) {
        at.ifPresentOrElse(
                offset -> consumer.seek(partition, offset.offset()), () -> consumer.seekToEnd(List.of(partition)));
    }

    private void take(ConsumerRecord<String, byte[]> raw) {
        try {
            if (raw.value() != null) {
                records.accept((SpecificRecord) serdes.get(raw.topic()).deserialize(raw.topic(), raw.value()));
            } else if (raw.topic().equals(Topics.SETTINGS.name())) {
                records.settingsGone(raw.key());
            }
        } catch (RuntimeException e) {
            unreadable(raw, e);
        }
    }

    private void unreadable(ConsumerRecord<String, byte[]> raw, RuntimeException e) {
        if (unreadable.getAndIncrement() == 0) {
            LOG.warn(
                    "cannot show record {} of {}-{}: {}; further ones are only counted",
                    raw.offset(),
                    raw.topic(),
                    raw.partition(),
                    e.getMessage());
        }
    }

    private void forget() {
        if (!clock.instant().isBefore(forgetNext)) {
            forgetNext = clock.instant().plus(FORGET);
            model.forget();
        }
    }

    private void failed(KafkaException e) {
        if (!away) {
            LOG.warn("the page gets no data: {}; trying again until the broker answers", e.getMessage());
        }
        away = true;
        model.put(
                "feed",
                "",
                Json.object().put("away", true).put("reason", e.getMessage()).toString());
    }

    private void recovered() {
        if (away && !consumer.assignment().isEmpty()) {
            LOG.info("the page gets data again");
            away = false;
            model.remove("feed", "");
        }
    }
}
