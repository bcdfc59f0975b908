package io.ringtail.schemas.serde;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The schemas' topic in Kafka: created if missing, appended to, read in order. The producer is opened with the first
 * write only, as most processes find their schemas there. Not thread safe: its registry's lock guards every call.
 */
final class SchemaTopic implements AutoCloseable {
    private final Map<String, Object> client;
    private final TopicPartition partition;
    private final Duration timeout;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private KafkaProducer<byte[], byte[]> producer;

    SchemaTopic(Map<String, Object> client, String topic, Duration timeout) {
        this.client = Map.copyOf(client);
        this.partition = new TopicPartition(topic, 0);
        this.timeout = timeout;
        ask("create or check", this::createIfMissing);
        this.consumer = ask("read", this::openConsumer);
    }

    /** Appends a record and tells its offset, once all in-sync replicas have it. */
    long append(byte[] key, byte[] value) {
        return ask("write to", () -> {
            if (producer == null) {
                producer = new KafkaProducer<>(producerProperties());
            }
            return producer.send(new ProducerRecord<>(partition.topic(), 0, key, value))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        });
    }

    /** Reads everything that is there now. */
    void readToEnd(BiConsumer<byte[], byte[]> reader) {
        readTo(
                ask(
                        "read",
                        () -> consumer.endOffsets(List.of(partition), timeout).get(partition)),
                reader);
    }

    /** Reads up to an offset, exclusive. */
    void readTo(long end, BiConsumer<byte[], byte[]> reader) {
        long deadlineMonoNs = System.nanoTime() + timeout.toNanos();
        while (ask("read", () -> consumer.position(partition, timeout)) < end) {
            if (System.nanoTime() > deadlineMonoNs) {
                throw failed("read", "no answer within " + timeout.toSeconds() + " s", null);
            }
            ask("read", () -> consumer.poll(Duration.ofMillis(100)))
                    .forEach(record -> reader.accept(record.key(), record.value()));
        }
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
        if (producer != null) {
            producer.close(Duration.ofSeconds(1));
        }
    }

    private Void createIfMissing() throws Exception {
        Map<String, Object> properties = new HashMap<>(client);
        properties.put("request.timeout.ms", Math.toIntExact(timeout.toMillis()));
        properties.put("default.api.timeout.ms", Math.toIntExact(timeout.toMillis()));
        try (Admin admin = Admin.create(properties)) {
            NewTopic wanted = new NewTopic(partition.topic(), Optional.of(1), Optional.empty())
                    .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
            if (!exists(admin)) {
                create(admin, wanted);
                awaitVisible(admin);
            }
            check(admin);
        }
        return null;
    }

    private boolean exists(Admin admin) throws Exception {
        return get(admin.listTopics().names()).contains(partition.topic());
    }

    private void create(Admin admin, NewTopic wanted) throws Exception {
        try {
            get(admin.createTopics(List.of(wanted)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Brokers learn of a new topic a little after the controller; who asks too early is told that there is none. */
    private void awaitVisible(Admin admin) throws Exception {
        long startMonoNs = System.nanoTime();
        while (!exists(admin)) {
            if (System.nanoTime() - startMonoNs > timeout.toNanos()) {
                throw new TimeoutException();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** A topic that deletes its records would lose the schemas of all that is stored. */
    private void check(Admin admin) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, partition.topic());
        try {
            Config config = get(admin.describeConfigs(List.of(resource)).all()).get(resource);
            String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
            if (!policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
                throw new SchemaRegistryException("topic " + partition.topic() + " at " + where()
                        + " has cleanup.policy=" + policy + ", so its schemas would be deleted: set it to compact");
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
        }
    }

    private <T> T get(org.apache.kafka.common.KafkaFuture<T> future) throws Exception {
        return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private KafkaConsumer<byte[], byte[]> openConsumer() {
        Map<String, Object> properties = new HashMap<>(client);
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        KafkaConsumer<byte[], byte[]> opened = new KafkaConsumer<>(properties);
        opened.assign(List.of(partition));
        opened.seekToBeginning(List.of(partition));
        return opened;
    }

    private Map<String, Object> producerProperties() {
        Map<String, Object> properties = new HashMap<>(client);
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        properties.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L << 20);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeoutMs);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
        return properties;
    }

    private interface Question<T> {
        T ask() throws Exception;
    }

    private <T> T ask(String what, Question<T> question) {
        try {
            return question.ask();
        } catch (SchemaRegistryException e) {
            throw e;
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt();
            throw failed(what, "interrupted", e);
        } catch (ExecutionException e) {
            throw failed(what, reason(e.getCause()), e.getCause());
        } catch (KafkaException | java.util.concurrent.TimeoutException e) {
            throw failed(what, reason(e), e);
        } catch (Exception e) {
            throw failed(what, e.toString(), e);
        }
    }

    private String reason(Throwable cause) {
        boolean late = cause instanceof org.apache.kafka.common.errors.TimeoutException
                || cause instanceof java.util.concurrent.TimeoutException;
        return late ? "no answer within " + timeout.toSeconds() + " s" : String.valueOf(cause.getMessage());
    }

    private SchemaRegistryException failed(String what, String why, Throwable cause) {
        return new SchemaRegistryException(
                "cannot " + what + " the schemas' topic " + partition.topic() + " at " + where() + ": " + why
                        + "; check that the broker is up and lets this client read and write the topic",
                cause);
    }

    private Object where() {
        return client.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
    }
}
