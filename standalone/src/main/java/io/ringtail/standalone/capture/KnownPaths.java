package io.ringtail.standalone.capture;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.PathRegistration;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.HostPartition;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The paths of a file, told to the processors before its records: in a run at full speed they would become known only when
 * much of what belongs to them has gone by. Owned by one thread.
 */
final class KnownPaths {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, RoundTrips> lastBatches = new LinkedHashMap<>(); // by path id
    private long firstTimestampMs = Long.MAX_VALUE;

    /** Of a file. */
    static KnownPaths of(Path file) throws IOException {
        KnownPaths paths = new KnownPaths();
        CaptureFile.read(file, captured -> {
            paths.firstTimestampMs = Math.min(paths.firstTimestampMs, captured.timestampMs());
            if (captured.value() instanceof RoundTrips batch) {
                paths.lastBatches.put(Paths.id(batch.getPath()), batch);
            }
        });
        return paths;
    }

    /** Tells them. */
    void produce(KafkaProducer<byte[], byte[]> producer, SchemaRegistry registry) {
        RecordSerde<PathRegistration> serde = new RecordSerde<>(PathRegistration.class, registry);
        lastBatches.forEach((pathId, batch) -> {
            for (End end : End.values()) {
                boolean prober = end == End.PROBER;
                String host = prober
                        ? batch.getPath().getProberHost()
                        : batch.getPath().getResponderHost();
                PathRegistration registration = new PathRegistration(
                        pathId,
                        batch.getPath(),
                        end,
                        batch.getProbeName(),
                        batch.getToEpochNs(),
                        batch.getOrigin().getSimulated());
                var unused = producer.send(new ProducerRecord<>(
                        Topics.PATH_REGISTRATIONS.name(),
                        HostPartition.of(host, Topics.PATH_REGISTRATIONS.partitions()),
                        firstTimestampMs,
                        host.getBytes(StandardCharsets.UTF_8),
                        serde.serialize(Topics.PATH_REGISTRATIONS.name(), registration)));
            }
        });
        producer.flush();
    }

    /** Waits until a group has processed them. */
    static void awaitKnown(Map<String, Object> kafka, String group) throws InterruptedException {
        long deadlineMonoNs = System.nanoTime() + DEADLINE.toNanos();
        try (Admin admin = Admin.create(kafka)) {
            while (!isKnown(admin, group)) {
                if (System.nanoTime() > deadlineMonoNs) {
                    throw new IllegalStateException("the processors did not begin within " + DEADLINE);
                }
                Thread.sleep(POLL);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot see how far the processors are: " + e.getCause(), e);
        }
    }

    private static boolean isKnown(Admin admin, String group) throws ExecutionException, InterruptedException {
        String topic = Topics.PATH_REGISTRATIONS.name();
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, Topics.PATH_REGISTRATIONS.partitions())
                .boxed()
                .collect(Collectors.toMap(each -> new TopicPartition(topic, each), each -> OffsetSpec.latest()));
        Map<TopicPartition, OffsetAndMetadata> done = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        return admin.listOffsets(latest).all().get().entrySet().stream()
                .filter(end -> end.getValue().offset() > 0)
                .allMatch(end -> done.get(end.getKey()) != null
                        && done.get(end.getKey()).offset() >= end.getValue().offset());
    }
}
