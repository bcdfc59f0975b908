package io.ringtail.processors.history;

import io.ringtail.processors.history.HistoryWriterStatus.State;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the history: reads committed records, writes their rows to the store, and commits the offsets once the store has
 * them. What is read twice is written to the same rows. Offsets are committed after the store, so a crash between the two
 * repeats rows and loses none; records of a key are read in order, so after a repetition the highest revision of each
 * window stands.
 *
 * <p>While the store is away it keeps its place in the group, reads nothing, and tries again; its {@link #status} says so.
 * A record that cannot be decoded or makes no rows goes to the dead letters, and the next one is taken.
 *
 * <p>One thread, named ringtail-history, owns consumer and rows. {@link #start}, {@link #status} and {@link #close} may be
 * called from any thread. The store is the caller's and is closed after this.
 */
public final class HistoryWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryWriter.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

    /** Records that one read takes at most. */
    static final int RECORDS_PER_POLL = 2_000;

    private final HistoryWriterConfig config;
    private final Consumer<byte[], byte[]> consumer;
    private final DeadLetters deadLetters;
    private final RecordDecoder decoder;
    private final HistoryStore store;
    private final HistoryMapping mapping;
    private final WriterMeter meter = new WriterMeter();
    private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Rows that are being written, until the store has them. */
    private final List<HistoryRow> drained = new ArrayList<>();

    private long nextCommitMonoNs;

    /** Counts assignments: rows of an earlier one are no longer this writer's to write. */
    private long generation;

    /** While true, what a poll returns is lost: partitions that come must be paused. */
    private boolean waiting;

    /**
     * Made, not started.
     *
     * @param kafka bootstrap.servers and any other client properties
     * @param registry of the records' schemas; the caller's
     * @param store where to write; the caller's
     */
    public HistoryWriter(
            HistoryWriterConfig config, Map<String, Object> kafka, SchemaRegistry registry, HistoryStore store) {
        this(
                config,
                new KafkaConsumer<>(consumerProperties(config, kafka)),
                new DeadLetters(new KafkaProducer<>(
                        producerProperties(config, kafka),
                        new StringSerializer(),
                        new RecordSerde<>(DeadLetter.class, registry))),
                registry,
                store);
    }

    HistoryWriter(
            HistoryWriterConfig config,
            Consumer<byte[], byte[]> consumer,
            DeadLetters deadLetters,
            SchemaRegistry registry,
            HistoryStore store) {
        this.config = config;
        this.consumer = consumer;
        this.deadLetters = deadLetters;
        this.decoder = new RecordDecoder(registry);
        this.store = store;
        this.mapping = new HistoryMapping(new StoredInQuestDb(store));
        this.thread = new Thread(this::run, "ringtail-history");
    }

    private static Map<String, Object> consumerProperties(HistoryWriterConfig config, Map<String, Object> kafka) {
        Map<String, Object> all = new HashMap<>(kafka);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, config.group());
        all.put(ConsumerConfig.CLIENT_ID_CONFIG, config.group());
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_POLL);
        // Eager: whoever loses a partition starts afresh, so that no rows of an earlier assignment are left.
        all.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(RangeAssignor.class));
        all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return all;
    }

    private static Map<String, Object> producerProperties(HistoryWriterConfig config, Map<String, Object> kafka) {
        Map<String, Object> all = new HashMap<>(kafka);
        all.put(ProducerConfig.CLIENT_ID_CONFIG, config.group() + "-dead-letters");
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        return all;
    }

    /** Starts its thread. */
    public void start() {
        thread.start();
    }

    /** How it does. */
    public HistoryWriterStatus status() {
        return meter.status();
    }

    /** Writes what it has read, commits, leaves the group and waits for that: milliseconds unless the store is away. */
    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(CLOSE_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void run() {
        try {
            consumer.subscribe(HistoryMapping.TOPICS.stream().map(Topic::name).toList(), new Assignments());
            nextCommitMonoNs = System.nanoTime() + config.commitInterval().toNanos();
            while (!isClosing()) {
                turn();
            }
            commitOnce();
        } finally {
            closeClients();
            meter.publish(State.CLOSED, null);
        }
    }

    private void turn() {
        try {
            take(consumer.poll(untilCommit()));
            if (System.nanoTime() - nextCommitMonoNs >= 0 || mapping.size() >= config.maxPending()) {
                commit();
            }
        } catch (WakeupException e) {
            LOG.debug("woken to close");
        } catch (KafkaException e) {
            retryLater("Kafka: " + e.getMessage(), null);
        } catch (RuntimeException e) {
            retryLater("unexpected: " + e, e);
        }
    }

    private Duration untilCommit() {
        return Duration.ofNanos(Math.max(0, nextCommitMonoNs - System.nanoTime()));
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        records.forEach(all::add);
        long mine = generation;
        int taken = 0;
        try {
            while (taken < all.size() && take(all.get(taken))) {
                taken++;
            }
        } finally {
            if (mine == generation) {
                rewind(all.subList(taken, all.size()));
            }
        }
    }

    /** Has records that could not be taken read again. */
    private void rewind(List<ConsumerRecord<byte[], byte[]>> rest) {
        rest.reversed().forEach(record -> consumer.seek(partition(record), record.offset()));
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    /** False if it was not taken, since its partition went to another writer or this one is closing. */
    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        long mine = generation;
        try {
            SpecificRecord value = decode(record);
            if (value != null && mine == generation) {
                patiently(() -> mapping.add(value));
            }
        } catch (SerializationException | UnusableRecordException e) {
            if (!isClosing() && mine == generation) {
                deadLetters.send(record, e.getMessage());
                meter.deadLetter();
            }
        }
        return mine == generation && !isClosing() && count(record);
    }

    private boolean count(ConsumerRecord<byte[], byte[]> record) {
        meter.taken();
        offsets.put(partition(record), new OffsetAndMetadata(record.offset() + 1));
        return true;
    }

    private SpecificRecord decode(ConsumerRecord<byte[], byte[]> record) {
        long mine = generation;
        long deadlineMonoNs = System.nanoTime() + config.schemaPatience().toNanos();
        while (true) {
            try {
                return decoder.decode(record);
            } catch (SchemaRegistryException e) {
                if (isClosing() || mine != generation || System.nanoTime() - deadlineMonoNs > 0) {
                    throw e;
                }
                waitPaused("schema registry: " + e.getMessage());
            }
        }
    }

    private void commit() {
        drained.addAll(mapping.drain());
        long mine = generation;
        patiently(this::writeDrained);
        if (mine == generation) {
            commitOffsets();
        }
        nextCommitMonoNs = System.nanoTime() + config.commitInterval().toNanos();
    }

    private void writeDrained() {
        if (!drained.isEmpty()) {
            store.write(drained);
        }
        meter.committed(drained.size(), lagRecords());
        drained.clear();
    }

    private void commitOffsets() {
        if (!offsets.isEmpty()) {
            consumer.commitSync(offsets);
            offsets.clear();
        }
    }

    /** A commit with one attempt: what it does not reach is read again by whoever has the partitions next. */
    private void commitOnce() {
        try {
            drained.addAll(mapping.drain());
            writeDrained();
            commitOffsetsAlthoughWoken();
        } catch (HistoryException | KafkaException e) {
            LOG.warn("the last rows of the history will be read and written again: {}", e.getMessage());
        }
    }

    private void commitOffsetsAlthoughWoken() {
        try {
            commitOffsets();
        } catch (WakeupException e) {
            commitOffsets();
        }
    }

    /** Does it as soon as the store lets it, unless the partitions go to another writer or this one is closing. */
    private void patiently(Runnable action) {
        long mine = generation;
        boolean warned = false;
        while (mine == generation) {
            try {
                action.run();
                return;
            } catch (HistoryException e) {
                if (isClosing()) {
                    startAfresh();
                    LOG.warn(
                            "closing while the history store is away; its rows will be read again: {}", e.getMessage());
                    return;
                }
                if (!warned) {
                    LOG.warn(
                            "{}; trying again every {} ms",
                            e.getMessage(),
                            config.retryPause().toMillis());
                    warned = true;
                }
                waitPaused(e.getMessage());
            }
        }
    }

    /** Waits without reading, but keeps the place in the group. */
    private void waitPaused(String trouble) {
        meter.publish(State.RETRYING, trouble);
        long untilMonoNs = System.nanoTime() + config.retryPause().toNanos();
        consumer.pause(consumer.assignment());
        waiting = true;
        try {
            while (!isClosing() && System.nanoTime() - untilMonoNs < 0) {
                consumer.poll(Duration.ofNanos(Math.max(1, untilMonoNs - System.nanoTime())));
            }
        } catch (WakeupException e) {
            LOG.debug("woken to close");
        } finally {
            waiting = false;
            consumer.resume(consumer.assignment());
        }
    }

    private void retryLater(String trouble, RuntimeException unexpected) {
        if (meter.status().state() != State.RETRYING) {
            LOG.warn(
                    "{}; trying again every {} ms", trouble, config.retryPause().toMillis(), unexpected);
        }
        meter.publish(State.RETRYING, trouble);
        try {
            closing.await(config.retryPause().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever was read but is not committed is read again. */
    private void startAfresh() {
        generation++;
        mapping.forget();
        drained.clear();
        offsets.clear();
    }

    private long lagRecords() {
        return consumer.assignment().stream()
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum();
    }

    private void closeClients() {
        try {
            consumer.close();
            deadLetters.close();
        } catch (KafkaException e) {
            LOG.warn("closing the history writer: {}", e.getMessage());
        }
    }

    /** Partitions come and go as a whole (eager assignment). */
    private final class Assignments implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            commitOnce();
            startAfresh();
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            startAfresh();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (waiting) {
                consumer.pause(partitions);
            }
        }
    }
}
