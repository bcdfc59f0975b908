package io.ringtail.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.RegisteredSchema;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class TopicSchemaRegistryIT {
    private static final int WRITERS = 8;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerSettings.loopback(directory));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void concurrentWritersOfOneSchemaGetOneIdAndOneVersion(TestInfo test) throws Exception {
        Set<Integer> ids = new HashSet<>(race(test, writer -> Gauge.getClassSchema()));
        assertThat(ids).hasSize(1);
        try (TopicSchemaRegistry reader = open(test)) {
            assertThat(reader.versions("raced-value")).containsExactly(1);
        }
    }

    @Test
    void concurrentWritersOfDifferentSchemasGetDifferentIdsThatAllReadersAgreeOn(TestInfo test) throws Exception {
        List<Integer> ids = race(test, TopicSchemaRegistryIT::schema);
        assertThat(ids).doesNotHaveDuplicates();
        try (TopicSchemaRegistry reader = open(test)) {
            assertThat(reader.versions("raced-value")).hasSize(WRITERS);
            for (int writer = 0; writer < WRITERS; writer++) {
                assertThat(reader.byId(ids.get(writer))).isEqualTo(schema(writer));
            }
        }
    }

    @Test
    void whatStandsIsTheLastRecordOfItsKeyTooSoThatCompactionKeepsIt(TestInfo test) throws Exception {
        race(test, TopicSchemaRegistryIT::schema);
        try (TopicSchemaRegistry reader = open(test)) {
            for (JsonNode value : lastOfEachKey(topic(test)).values()) {
                RegisteredSchema standing = reader.byVersion(
                                value.get("subject").asText(),
                                value.get("version").asInt())
                        .orElseThrow();
                assertThat(value.get("id").asInt()).isEqualTo(standing.id());
                assertThat(value.get("schema").asText()).isEqualTo(standing.schema());
            }
        }
    }

    @Test
    void oneSchemaHasOneIdUnderAllSubjects(TestInfo test) {
        try (TopicSchemaRegistry registry = open(test)) {
            int id = registry.register("a-value", U64.getClassSchema());
            assertThat(registry.register("b-value", U64.getClassSchema())).isEqualTo(id);
            assertThat(registry.uses(id)).extracting(RegisteredSchema::subject).containsExactly("a-value", "b-value");
            assertThat(registry.subjects()).containsExactly("a-value", "b-value");
        }
    }

    @Test
    void aLaterProcessFindsWhatWasRegisteredAndAddsNothing(TestInfo test) throws Exception {
        int id;
        try (TopicSchemaRegistry registry = open(test)) {
            id = registry.register("agents-value", Agent.getClassSchema());
        }
        try (TopicSchemaRegistry later = open(test)) {
            assertThat(later.byId(id)).isEqualTo(Agent.getClassSchema());
            assertThat(later.register("agents-value", Agent.getClassSchema())).isEqualTo(id);
            assertThat(later.latest("agents-value"))
                    .map(RegisteredSchema::version)
                    .hasValue(1);
        }
        assertThat(records(topic(test))).hasSize(1);
    }

    @Test
    void aReaderThatStartedEarlierFindsANewId(TestInfo test) {
        try (TopicSchemaRegistry reader = open(test);
                TopicSchemaRegistry writer = open(test)) {
            int id = writer.register("late-value", Gauge.getClassSchema());
            assertThat(reader.byId(id)).isEqualTo(Gauge.getClassSchema());
        }
    }

    @Test
    void recordsHaveTheLayoutOfConfluentsTopic(TestInfo test) throws Exception {
        try (TopicSchemaRegistry registry = open(test)) {
            registry.register("gauge-value", Gauge.getClassSchema());
        }
        ConsumerRecord<String, String> record = records(topic(test)).getFirst();
        assertThat(record.key())
                .isEqualTo("{\"keytype\":\"SCHEMA\",\"subject\":\"gauge-value\",\"version\":1,\"magic\":1}");
        assertThat(record.value())
                .startsWith("{\"subject\":\"gauge-value\",\"version\":1,\"id\":1,\"schema\":\"")
                .endsWith("\",\"deleted\":false}");
    }

    @Test
    void anUnknownIdIsToldWithTheTopic(TestInfo test) {
        try (TopicSchemaRegistry registry = open(test)) {
            assertThatThrownBy(() -> registry.byId(4711))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("4711")
                    .hasMessageContaining(topic(test));
        }
    }

    @Test
    void refusesATopicThatWouldDeleteSchemas(TestInfo test) throws Exception {
        try (Admin admin = Admin.create(broker.clientProperties())) {
            admin.createTopics(List.of(new NewTopic(topic(test), 1, (short) 1)))
                    .all()
                    .get();
        }
        assertThatThrownBy(() -> open(test).close())
                .isInstanceOf(SchemaRegistryException.class)
                .hasMessageContaining("cleanup.policy=delete")
                .hasMessageContaining("set it to compact");
    }

    @Test
    void refusesASchemaThatCannotReadEarlierVersions(TestInfo test) {
        Schema demanding =
                SchemaBuilder.record("Raced").fields().requiredLong("new").endRecord();
        try (TopicSchemaRegistry registry = open(test)) {
            registry.register("s-value", schema(0));
            assertThatThrownBy(() -> registry.register("s-value", demanding))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("READER_FIELD_MISSING_DEFAULT_VALUE")
                    .hasMessageContaining("version 1");
            assertThat(registry.versions("s-value")).containsExactly(1);
        }
    }

    @Test
    void saysWhichBrokerDoesNotAnswer() {
        Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:1");
        assertThatThrownBy(() -> new TopicSchemaRegistry(nobody, "nowhere", Duration.ofSeconds(1)).close())
                .isInstanceOf(SchemaRegistryException.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("no answer within 1 s");
    }

    @Test
    void aRecordSerdeReadsWhatAnotherProcessWrote(TestInfo test) {
        Gauge gauge = Gauge.newBuilder().setName("busy").setValue(0.5).build();
        try (TopicSchemaRegistry here = open(test);
                TopicSchemaRegistry there = open(test)) {
            byte[] bytes = new RecordSerde<>(Gauge.class, here).serialize("gauges", gauge);
            assertThat(new RecordSerde<>(Gauge.class, there).deserialize("gauges", bytes))
                    .isEqualTo(gauge);
        }
    }

    /** Registers from separate instances that have all read the empty topic before any of them writes. */
    private static List<Integer> race(TestInfo test, IntFunction<Schema> schemaOf) throws Exception {
        CyclicBarrier allOpen = new CyclicBarrier(WRITERS);
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<Integer>> results = IntStream.range(0, WRITERS)
                    .mapToObj(writer -> writers.submit(() -> {
                        try (TopicSchemaRegistry registry = open(test)) {
                            allOpen.await();
                            return registry.register("raced-value", schemaOf.apply(writer));
                        }
                    }))
                    .toList();
            List<Integer> ids = new ArrayList<>();
            for (Future<Integer> result : results) {
                ids.add(result.get());
            }
            return ids;
        }
    }

    private static Schema schema(int number) {
        return SchemaBuilder.record("Raced")
                .fields()
                .optionalLong("field" + number)
                .endRecord();
    }

    private static TopicSchemaRegistry open(TestInfo test) {
        return new TopicSchemaRegistry(broker.clientProperties(), topic(test), TIMEOUT);
    }

    private static String topic(TestInfo test) {
        return "_" + test.getTestMethod().orElseThrow().getName();
    }

    private static Map<String, JsonNode> lastOfEachKey(String topic) throws Exception {
        Map<String, JsonNode> last = new java.util.HashMap<>();
        for (ConsumerRecord<String, String> record : records(topic)) {
            last.put(record.key(), new ObjectMapper().readTree(record.value()));
        }
        return last;
    }

    private static List<ConsumerRecord<String, String>> records(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(broker.clientProperties(), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }
}
