package io.ringtail.collectors.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Waiting;
import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class KafkaPublisherTest {
    private static final long RECORD_BYTES =
            new Parcels().of(settings("interface:eth0")).weight();

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final KafkaPublisher publisher = publisher(100 * RECORD_BYTES);

    @AfterEach
    void close() {
        publisher.close();
    }

    @Test
    void recordsGoToTheirTopicByKeyAndEventTime() {
        publisher.publish(settings("interface:eth0"));
        Waiting.until(() -> producer.history().size() == 1);
        ProducerRecord<byte[], byte[]> sent = producer.history().getFirst();
        assertThat(sent.topic()).isEqualTo("ringtail.settings");
        assertThat(new String(sent.key(), StandardCharsets.UTF_8)).isEqualTo("a|blue|interface:eth0");
        assertThat(sent.timestamp()).isEqualTo(1_700_000_000_123L);
    }

    @Test
    void whatIsNotAcknowledgedYetIsInFlight() {
        publish(3);
        Waiting.until(() -> producer.history().size() == 3);
        assertThat(publisher.counts().inFlight()).isEqualTo(3);
        producer.completeNext();
        producer.errorNext(new TimeoutException("gave up"));
        assertThat(publisher.counts()).isEqualTo(new PublishCounts(3, 1, 1));
        assertThat(publisher.flush(Duration.ofMillis(20))).isFalse();
        producer.completeNext();
        assertThat(publisher.flush(Duration.ofSeconds(5))).isTrue();
        assertThat(publisher.counts()).isEqualTo(new PublishCounts(3, 2, 1));
    }

    @Test
    void theOldestAreDroppedAndCountedWhenTooManyWait() {
        producer.sendException = new TimeoutException("no metadata");
        try (KafkaPublisher small = publisher(10 * RECORD_BYTES)) {
            for (int i = 0; i < 50; i++) {
                small.publish(settings("interface:eth" + i));
            }
            Waiting.until(() -> small.counts().lost() >= 39);
            PublishCounts counts = small.counts();
            assertThat(counts.sampled()).isEqualTo(50);
            assertThat(counts.delivered() + counts.lost() + counts.inFlight()).isEqualTo(50);
            assertThat(counts.inFlight()).isLessThanOrEqualTo(11);
        }
    }

    @Test
    void nothingIsLostWhileTheBrokerIsAwayForALittle() {
        producer.sendException = new TimeoutException("no metadata");
        publish(5);
        Waiting.until(() -> publisher.trouble().orElse("").contains("no metadata"));
        assertThat(publisher.trouble().orElseThrow()).contains("Kafka at broker:9092");
        producer.sendException = null;
        Waiting.until(() -> producer.history().size() == 5);
        while (producer.completeNext()) {
            // all of them
        }
        assertThat(publisher.counts()).isEqualTo(new PublishCounts(5, 5, 0));
        assertThat(publisher.trouble()).isEmpty();
        assertThat(producer.history())
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactly("a|blue|o0", "a|blue|o1", "a|blue|o2", "a|blue|o3", "a|blue|o4");
    }

    @Test
    void aHeartbeatFollowsOnlyWhenEverythingBeforeItIsAcknowledged() {
        publish(3);
        publisher.publish(heartbeat());
        Waiting.until(() -> publisher.counts().delivered() == 4);
        assertThat(producer.history()).extracting(ProducerRecord::topic).last().isEqualTo("ringtail.agents");
    }

    @Test
    void afterTheEndEverythingIsAccountedFor() {
        publish(3);
        publisher.close();
        publish(2);
        PublishCounts counts = publisher.counts();
        assertThat(counts.sampled()).isEqualTo(5);
        assertThat(counts.lost() + counts.delivered()).isEqualTo(5);
    }

    @Test
    void theBrokersStampGivesTheClockOffsetWithItsBound() {
        // Sent at 10.000 s by this host, acknowledged 4 ms later, stamped 9.501 s by the broker.
        ClockOffset offset = ClockOffset.measured(10_000_000_000L, 4_000_000, 9501);
        assertThat(offset).isEqualTo(new ClockOffset(500_500_000, 2_500_000));
        assertThat(offset.contradicts(new ClockOffset(498_000_000, 1_000_000))).isFalse();

        ClockMeter meter = new ClockMeter();
        meter.add(offset);
        meter.add(new ClockOffset(499_900_000, 900_000));
        meter.add(new ClockOffset(501_000_000, 5_000_000));
        assertThat(meter.best()).contains(new ClockOffset(499_900_000, 900_000));
        meter.add(new ClockOffset(-100_000_000, 8_000_000));
        assertThat(meter.best()).contains(new ClockOffset(-100_000_000, 8_000_000));
    }

    private KafkaPublisher publisher(long bytes) {
        KafkaPublisherConfig config = new KafkaPublisherConfig(
                "broker:9092", bytes, Duration.ofMillis(20), Duration.ofMinutes(10), Optional.empty(), Map.of());
        return new KafkaPublisher(config, new InMemorySchemaRegistry(), producer);
    }

    private void publish(int count) {
        for (int i = 0; i < count; i++) {
            publisher.publish(settings("o" + i));
        }
    }

    private static Settings settings(String object) {
        return new Settings(origin(), object, ObjectKind.INTERFACE, "eth0", ReadTrigger.START, null, List.of(), false);
    }

    private static Agent heartbeat() {
        return new Agent(origin(), "v", 0L, 0L, List.of(), List.of(), 0L, 0L, 0L, 0L, List.of());
    }

    private static Origin origin() {
        return new Origin("a", "blue", "boot", 1_700_000_000_123_000_000L, 1L, null, null, false);
    }
}
