package io.ringtail.collectors.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Waiting;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import io.ringtail.schemas.topic.RecordNumber;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SpooledPublisherTest {
    @TempDir
    private Path directory;

    @Test
    void recordsOfARunWithoutABrokerAreDeliveredInOrderByTheNext() {
        MockProducer<byte[], byte[]> away = producer(false);
        away.sendException = new TimeoutException("no metadata");
        try (KafkaPublisher first = publisher(away)) {
            publish(first, 0, 7);
            Waiting.until(() -> first.counts().equals(new PublishCounts(7, 0, 0)));
        }
        MockProducer<byte[], byte[]> back = producer(true);
        try (KafkaPublisher second = publisher(back)) {
            publish(second, 7, 3);
            Waiting.until(() -> second.counts().equals(new PublishCounts(10, 10, 0)));
        }
        assertThat(back.history())
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "a||o" + i).toList());
        assertThat(back.history()).extracting(ProducerRecord::timestamp).contains(5L);
        assertThat(back.history()).extracting(SpooledPublisherTest::number).isEqualTo(numbers(0, 10));
    }

    @Test
    void whatIsUnacknowledgedAtTheEndIsSentAgainAndCountsOnce() {
        MockProducer<byte[], byte[]> slow = producer(false);
        try (KafkaPublisher first = publisher(slow)) {
            publish(first, 0, 4);
            Waiting.until(() -> slow.history().size() == 4);
            slow.completeNext();
            Waiting.until(() -> first.counts().equals(new PublishCounts(4, 1, 0)));
        }
        MockProducer<byte[], byte[]> back = producer(true);
        try (KafkaPublisher second = publisher(back)) {
            Waiting.until(() -> second.counts().equals(new PublishCounts(4, 4, 0)));
        }
        assertThat(back.history()).extracting(SpooledPublisherTest::number).isEqualTo(numbers(1, 4));
    }

    private KafkaPublisher publisher(MockProducer<byte[], byte[]> producer) {
        return new KafkaPublisher(
                KafkaPublisherConfig.of("broker:9092").spooling(SpoolConfig.in(directory)),
                new InMemorySchemaRegistry(),
                producer);
    }

    private static MockProducer<byte[], byte[]> producer(boolean acknowledging) {
        return new MockProducer<>(acknowledging, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void publish(KafkaPublisher publisher, int from, int count) {
        for (int i = from; i < from + count; i++) {
            Origin origin = new Origin("a", "", "boot", i * 1_000_000L, 1L, null, null, false);
            publisher.publish(new Settings(
                    origin, "o" + i, ObjectKind.INTERFACE, "eth0", ReadTrigger.START, null, List.of(), false));
        }
    }

    private static long number(ProducerRecord<byte[], byte[]> record) {
        return RecordNumber.of(record.headers().lastHeader(RecordNumber.HEADER).value())
                .orElseThrow()
                .number();
    }

    private static List<Long> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> (long) i).toList();
    }
}
