package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.history.HistoryWriterStatus.State;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.topic.Topics;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryWriterTest {
    private static final TopicPartition AGENTS = new TopicPartition(Topics.AGENTS.name(), 0);
    private static final TopicPartition CHANGES = new TopicPartition(Topics.CHANGES.name(), 0);

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final RecordSerde<Agent> agents = new RecordSerde<>(Agent.class, registry);
    private final RecordSerde<Change> changes = new RecordSerde<>(Change.class, registry);
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final MockProducer<String, DeadLetter> producer =
            new MockProducer<>(true, null, new StringSerializer(), new RecordSerde<>(DeadLetter.class, registry));
    private final SwitchedStore store = new SwitchedStore();
    private final HistoryWriter writer = new HistoryWriter(
            new HistoryWriterConfig("group", Duration.ofMillis(5), 1_000, Duration.ofMillis(5), Duration.ofMillis(20)),
            consumer,
            new DeadLetters(producer),
            registry,
            store);

    /** A store that is away while it is told to be. */
    private static final class SwitchedStore implements HistoryStore {
        private final List<HistoryRow> rows = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean away;
        private volatile int refused;

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
        public void write(List<HistoryRow> more) {
            if (away) {
                refused++;
                throw new HistoryException("the store is away");
            }
            rows.addAll(more);
        }

        @Override
        public Connection connect() {
            throw new HistoryException("the store is away");
        }

        @Override
        public String describe() {
            return "test";
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        writer.close();
    }

    private static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("within 30 s").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void startWith(Runnable records) {
        consumer.schedulePollTask(() -> {
            consumer.updateBeginningOffsets(Map.of(AGENTS, 0L, CHANGES, 0L));
            consumer.rebalance(List.of(AGENTS, CHANGES));
            records.run();
        });
        writer.start();
    }

    private void addAgent(long offset) {
        byte[] bytes = agents.serialize(AGENTS.topic(), Samples.agent("a", Samples.START_NS + offset * 1_000));
        consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, offset, new byte[0], bytes));
    }

    private Long committed(TopicPartition partition) {
        OffsetAndMetadata offset = consumer.committed(Set.of(partition)).get(partition);
        return offset == null ? null : offset.offset();
    }

    @Test
    void offsetsFollowTheStore() {
        startWith(() -> {
            addAgent(0);
            addAgent(1);
        });
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(2);
        assertThat(writer.status().records()).isEqualTo(2);
        assertThat(writer.status().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void absentStoreIsTriedAgainAndLosesNothing() {
        store.away = true;
        startWith(() -> addAgent(0));
        until(() -> store.refused >= 3);
        assertThat(committed(AGENTS)).isNull();
        assertThat(writer.status().state()).isEqualTo(State.RETRYING);
        assertThat(writer.status().trouble()).contains("the store is away");
        store.away = false;
        until(() -> Long.valueOf(1).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(1);
        until(() -> writer.status().state() == State.RUNNING);
    }

    @Test
    void nothingIsReadWhileTheStoreIsAway() {
        store.away = true;
        startWith(() -> addAgent(0));
        until(() -> store.refused >= 1);
        consumer.schedulePollTask(() -> addAgent(1));
        until(() -> store.refused >= 5);
        assertThat(writer.status().records()).isEqualTo(1);
        store.away = false;
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(2);
    }

    @Test
    void unreadableRecordGoesToDeadLettersAndTheNextIsTaken() {
        byte[] noise = {1, 2, 3};
        startWith(() -> {
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], noise));
            addAgent(1);
        });
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(1);
        assertThat(writer.status().deadLetters()).isEqualTo(1);
        assertThat(producer.history()).singleElement().satisfies(sent -> {
            assertThat(sent.topic()).isEqualTo(Topics.DEAD_LETTERS.name());
            assertThat(sent.value().getOffset()).isZero();
            assertThat(sent.value().getReason()).contains("wire format");
            assertThat(sent.value().getValue().array()).isEqualTo(noise);
        });
    }

    @Test
    void recordOfUnknownSchemaIsGivenUpAfterAWhile() {
        byte[] unknown = {0, 0, 0, 9, 9, 1};
        startWith(() -> {
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], unknown));
            addAgent(1);
        });
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(1);
        assertThat(writer.status().deadLetters()).isEqualTo(1);
    }

    @Test
    void undeliveredDeadLetterIsTriedAgainBeforeItsOffsetIsCommitted() {
        producer.sendException = new TimeoutException("no broker");
        startWith(() -> {
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], new byte[] {1}));
            addAgent(1);
        });
        until(() -> writer.status().state() == State.RETRYING);
        assertThat(committed(AGENTS)).isNull();
        consumer.schedulePollTask(() -> {
            producer.sendException = null;
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], new byte[] {1}));
            addAgent(1);
        });
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(producer.history()).hasSize(1);
        assertThat(store.rows).hasSize(1);
    }

    @Test
    void revokedPartitionsAreLeftToTheNextWriter() {
        store.away = true;
        startWith(() -> addAgent(0));
        until(() -> store.refused >= 1);
        consumer.schedulePollTask(() -> {
            consumer.rebalance(List.of(CHANGES));
            addChange();
            store.away = false;
        });
        until(() -> Long.valueOf(1).equals(committed(CHANGES)));
        assertThat(store.rows).allMatch(row -> row.table() == HistoryTable.CHANGES);
    }

    @Test
    void partitionsThatComeWhileItWaitsForASchemaLoseNothing() {
        byte[] unknown = {0, 0, 0, 9, 9, 1};
        consumer.updateBeginningOffsets(Map.of(AGENTS, 0L, CHANGES, 0L));
        consumer.schedulePollTask(() -> {
            consumer.rebalance(List.of(AGENTS));
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], unknown));
        });
        consumer.schedulePollTask(() -> {
            consumer.rebalance(List.of(CHANGES));
            addChange();
        });
        writer.start();
        until(() -> Long.valueOf(1).equals(committed(CHANGES)));
        assertThat(store.rows).isNotEmpty().allMatch(row -> row.table() == HistoryTable.CHANGES);
    }

    @Test
    void partitionsThatComeAfterAFailedPollAreRead() {
        consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("no such topic yet")));
        startWith(() -> addAgent(0));
        until(() -> Long.valueOf(1).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(1);
    }

    private void addChange() {
        byte[] bytes = changes.serialize(CHANGES.topic(), Samples.change("c", Samples.START_NS));
        consumer.addRecord(new ConsumerRecord<>(CHANGES.topic(), 0, 0, new byte[0], bytes));
    }

    @Test
    void tombstoneIsNothing() {
        startWith(() -> {
            consumer.addRecord(new ConsumerRecord<>(AGENTS.topic(), 0, 0, new byte[0], null));
            addAgent(1);
        });
        until(() -> Long.valueOf(2).equals(committed(AGENTS)));
        assertThat(store.rows).hasSize(1);
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void closingEndsTheThreadEvenWhileTheStoreIsAway() {
        store.away = true;
        startWith(() -> addAgent(0));
        until(() -> store.refused >= 1);
        writer.close();
        assertThat(writer.status().state()).isEqualTo(State.CLOSED);
        assertThat(consumer.closed()).isTrue();
        assertThat(producer.closed()).isTrue();
    }
}
