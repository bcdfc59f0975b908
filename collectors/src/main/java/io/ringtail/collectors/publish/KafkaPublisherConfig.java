package io.ringtail.collectors.publish;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Configuration of publishing to Kafka.
 *
 * @param bootstrap brokers, host:port with commas between
 * @param queueBytes how much may wait in memory, estimated; then the oldest is dropped. Unit: bytes
 * @param linger how long the producer waits for more to send together
 * @param giveUpAfter after which a record that was handed to the producer and not acknowledged is lost; with a spool it waits
 * @param spool where records wait on disk; without it they wait in memory, and what is not delivered at the end is lost
 * @param properties further properties of the producer (TLS, SASL ...), which win over ours
 */
public record KafkaPublisherConfig(
        String bootstrap,
        long queueBytes,
        Duration linger,
        Duration giveUpAfter,
        Optional<SpoolConfig> spool,
        Map<String, String> properties) {
    /** Memory of the producer's own buffer. Unit: bytes. */
    static final long PRODUCER_BYTES = 8L << 20;

    /** 8 MiB may wait: some minutes of a probe at 1,000/s. */
    public static KafkaPublisherConfig of(String bootstrap) {
        return new KafkaPublisherConfig(
                bootstrap, 8L << 20, Duration.ofMillis(20), Duration.ofMinutes(10), Optional.empty(), Map.of());
    }

    /** The same with further properties of the producer. */
    public KafkaPublisherConfig with(Map<String, String> more) {
        return new KafkaPublisherConfig(bootstrap, queueBytes, linger, giveUpAfter, spool, Map.copyOf(more));
    }

    /** The same with a spool on disk, which waits for the broker as long as there is room. */
    public KafkaPublisherConfig spooling(SpoolConfig newSpool) {
        return new KafkaPublisherConfig(bootstrap, queueBytes, linger, giveUpAfter, Optional.of(newSpool), properties);
    }

    private int deliveryTimeoutMs() {
        return spool.isPresent() ? Integer.MAX_VALUE : (int) giveUpAfter.toMillis();
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
                deliveryTimeoutMs(),
                "request.timeout.ms",
                10_000));
        all.putAll(
                Map.of("reconnect.backoff.max.ms", 1000L, "max.request.size", 4 << 20, "enable.metrics.push", false));
        all.put("partitioner.class", HostPartitioner.class.getName());
        all.putAll(properties);
        return all;
    }
}
