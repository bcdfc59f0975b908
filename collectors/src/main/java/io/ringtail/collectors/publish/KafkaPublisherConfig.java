package io.ringtail.collectors.publish;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Configuration of publishing to Kafka.
 *
 * @param bootstrap brokers, host:port with commas between
 * @param queueBytes how much may wait while the broker is away, estimated; then the oldest is dropped. Unit: bytes
 * @param linger how long the producer waits for more to send together
 * @param giveUpAfter after which a record that was handed to the producer and not acknowledged is lost
 * @param properties further properties of the producer (TLS, SASL ...), which win over ours
 */
public record KafkaPublisherConfig(
        String bootstrap, long queueBytes, Duration linger, Duration giveUpAfter, Map<String, String> properties) {
    /** Memory of the producer's own buffer. Unit: bytes. */
    static final long PRODUCER_BYTES = 8L << 20;

    /** 8 MiB may wait: some minutes of a probe at 1,000/s. */
    public static KafkaPublisherConfig of(String bootstrap) {
        return new KafkaPublisherConfig(bootstrap, 8L << 20, Duration.ofMillis(20), Duration.ofMinutes(10), Map.of());
    }

    /** The same with further properties of the producer. */
    public KafkaPublisherConfig with(Map<String, String> more) {
        return new KafkaPublisherConfig(bootstrap, queueBytes, linger, giveUpAfter, Map.copyOf(more));
    }

    /** Properties of the producer. */
    Map<String, Object> producer() {
        Map<String, Object> all = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "client.id",
                "ringtail-agent",
                "acks",
                "all",
                "enable.idempotence",
                true,
                "compression.type",
                "lz4",
                "linger.ms",
                linger.toMillis(),
                "buffer.memory",
                PRODUCER_BYTES,
                "max.block.ms",
                1000L,
                "delivery.timeout.ms",
                (int) giveUpAfter.toMillis(),
                "request.timeout.ms",
                10_000));
        all.putAll(
                Map.of("reconnect.backoff.max.ms", 1000L, "max.request.size", 4 << 20, "enable.metrics.push", false));
        all.put("partitioner.class", HostPartitioner.class.getName());
        all.putAll(properties);
        return all;
    }
}
