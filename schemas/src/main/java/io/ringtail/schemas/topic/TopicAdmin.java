package io.ringtail.schemas.topic;

import io.ringtail.schemas.topic.Topic.Cleanup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the catalogue's topics with the settings they are declared with. Topics that exist are left as they are:
 * what differs is told, as somebody may have meant it, except for a number of partitions that breaks the joins.
 *
 * <p>Stateless; each call opens and closes its own connection and waits for the deadline at most.
 */
public final class TopicAdmin {
    /** Deletion works by whole segments: one is closed after this share of the retention. */
    private static final int SEGMENTS_PER_RETENTION = 12;

    private static final Duration SHORTEST_SEGMENT = Duration.ofMinutes(10);
    private static final int SEGMENT_BYTES = 64 << 20;

    private TopicAdmin() {}

    /**
     * What was found and done.
     *
     * @param created names of the topics that were missing
     * @param differences what existing topics have otherwise than declared, one sentence each
     */
    public record Outcome(List<String> created, List<String> differences) {}

    /**
     * Makes sure that every topic of the catalogue exists. Calling it again, or from several processes at once, does
     * no harm.
     *
     * @param kafka properties of the Kafka clients: bootstrap.servers, and whatever TLS and SASL need
     * @param replication copies of each record; empty for the broker's default
     * @param deadline how long it may take
     * @throws TopicException if the broker does not answer or refuses, or a topic has another number of partitions
     */
    public static Outcome ensure(Map<String, Object> kafka, Optional<Short> replication, Duration deadline) {
        return ensure(kafka, Topics.all(), replication, deadline);
    }

    /** The same for a choice of topics. */
    static Outcome ensure(
            Map<String, Object> kafka, List<Topic> topics, Optional<Short> replication, Duration deadline) {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put("default.api.timeout.ms", Math.toIntExact(deadline.toMillis()));
        properties.put("request.timeout.ms", Math.toIntExact(deadline.toMillis()));
        try (Admin admin = Admin.create(properties)) {
            List<String> created = create(admin, topics, replication, deadline);
            List<Topic> older = topics.stream()
                    .filter(topic -> !created.contains(topic.name()))
                    .toList();
            awaitVisible(admin, topics.stream().map(Topic::name).toList(), deadline);
            return new Outcome(created, compare(admin, older, deadline));
        } catch (KafkaException | ExecutionException | TimeoutException e) {
            throw failed(kafka, deadline, e instanceof ExecutionException ? e.getCause() : e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(kafka, deadline, e);
        }
    }

    /** The topic's settings, as they are created; those not named here are the broker's defaults. */
    public static Map<String, String> settings(Topic topic) {
        Map<String, String> settings = new TreeMap<>();
        String retentionMs = Long.toString(topic.retention().toMillis());
        if (topic.cleanup() == Cleanup.COMPACT) {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
            settings.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, retentionMs);
            settings.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, retentionMs);
        } else {
            settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            settings.put(TopicConfig.RETENTION_MS_CONFIG, retentionMs);
        }
        settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, topic.logAppendTime() ? "LogAppendTime" : "CreateTime");
        settings.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(segment(topic).toMillis()));
        settings.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(SEGMENT_BYTES));
        return settings;
    }

    private static Duration segment(Topic topic) {
        Duration share = topic.retention().dividedBy(SEGMENTS_PER_RETENTION);
        return share.compareTo(SHORTEST_SEGMENT) < 0 ? SHORTEST_SEGMENT : share;
    }

    private static List<String> create(Admin admin, List<Topic> topics, Optional<Short> replication, Duration deadline)
            throws ExecutionException, TimeoutException, InterruptedException {
        Collection<String> existing = get(admin.listTopics().names(), deadline);
        List<NewTopic> missing = topics.stream()
                .filter(topic -> !existing.contains(topic.name()))
                .map(topic -> new NewTopic(topic.name(), Optional.of(topic.partitions()), replication)
                        .configs(settings(topic)))
                .toList();
        CreateTopicsOptions options = new CreateTopicsOptions().timeoutMs(Math.toIntExact(deadline.toMillis()));
        List<String> created = new ArrayList<>();
        for (var result : admin.createTopics(missing, options).values().entrySet()) {
            if (won(result.getValue(), deadline)) {
                created.add(result.getKey());
            }
        }
        return created.stream().sorted().toList();
    }

    /** False where another process created it meanwhile. */
    private static boolean won(KafkaFuture<Void> creation, Duration deadline)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            get(creation, deadline);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }

    /** Brokers learn of a new topic a little after the controller; who asks too early is told that there is none. */
    private static void awaitVisible(Admin admin, List<String> names, Duration deadline)
            throws ExecutionException, TimeoutException, InterruptedException {
        long startMonoNs = System.nanoTime();
        while (!get(admin.listTopics().names(), deadline).containsAll(names)) {
            if (System.nanoTime() - startMonoNs > deadline.toNanos()) {
                throw new TimeoutException();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static List<String> compare(Admin admin, List<Topic> topics, Duration deadline)
            throws ExecutionException, TimeoutException, InterruptedException {
        List<String> names = topics.stream().map(Topic::name).toList();
        Map<String, TopicDescription> found = get(admin.describeTopics(names).allTopicNames(), deadline);
        Map<ConfigResource, Config> configs = get(
                admin.describeConfigs(names.stream().map(TopicAdmin::resource).toList())
                        .all(),
                deadline);
        List<String> wrong = topics.stream()
                .flatMap(topic -> partitions(topic, found.get(topic.name())).stream())
                .toList();
        if (!wrong.isEmpty()) {
            throw new TopicException(String.join("\n", wrong), null);
        }
        return topics.stream()
                .flatMap(topic -> differences(topic, configs.get(resource(topic.name()))).stream())
                .toList();
    }

    private static Optional<String> partitions(Topic topic, TopicDescription found) {
        int partitions = found.partitions().size();
        return partitions == topic.partitions()
                ? Optional.empty()
                : Optional.of("topic " + topic.name() + " has " + partitions + " partitions instead of "
                        + topic.partitions() + ", so it cannot be joined with the others: delete it (its records are"
                        + " lost) and start again, or use another cluster");
    }

    private static List<String> differences(Topic topic, Config found) {
        return settings(topic).entrySet().stream()
                .filter(wanted ->
                        !wanted.getValue().equals(found.get(wanted.getKey()).value()))
                .map(wanted -> "topic " + topic.name() + " has " + wanted.getKey() + "="
                        + found.get(wanted.getKey()).value() + " instead of " + wanted.getValue()
                        + ", left as it is; kafka-configs --alter changes it")
                .collect(Collectors.toList());
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private static <T> T get(KafkaFuture<T> future, Duration deadline)
            throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static TopicException failed(Map<String, Object> kafka, Duration deadline, Throwable cause) {
        boolean late =
                cause instanceof TimeoutException || cause instanceof org.apache.kafka.common.errors.TimeoutException;
        String why = late ? "no answer within " + deadline.toSeconds() + " s" : String.valueOf(cause.getMessage());
        return new TopicException(
                "cannot create or check the topics at " + kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG) + ": "
                        + why + "; check the address, that the broker is up, and that this client may create topics",
                cause);
    }
}
