package io.ringtail.standalone;

import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** How the brokers are reached. */
public final class KafkaAccess {
    private static final Duration ATTEMPT = Duration.ofSeconds(3);

    private KafkaAccess() {}

    /** Properties for every Kafka client: the brokers, and whatever {@code kafka.*} says (TLS, SASL ...). */
    public static Map<String, Object> properties(Settings settings, String bootstrap) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        properties.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.putAll(settings.kafka());
        return properties;
    }

    /**
     * Waits until the brokers answer, telling so on the terminal.
     *
     * @param giveUpAfter how long to try; without it, until the process is told to end
     * @throws UserError if the brokers cannot be named or do not answer in that time
     */
    public static void await(Map<String, Object> kafka, Optional<Duration> giveUpAfter, Terminal terminal)
            throws InterruptedException {
        long startMonoNs = System.nanoTime();
        Object bootstrap = kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        try (Admin admin = admin(kafka, bootstrap)) {
            for (int attempt = 1; !answers(admin); attempt++) {
                if (giveUpAfter.isPresent()
                        && System.nanoTime() - startMonoNs > giveUpAfter.get().toNanos()) {
                    throw new UserError(
                            UserError.UNAVAILABLE,
                            "No Kafka broker answered at " + bootstrap + " within "
                                    + giveUpAfter.get().toSeconds()
                                    + " s. Is it running? Name another by --bootstrap HOST:PORT, or run ringtail up.");
                }
                terminal.tell("No Kafka broker answers at " + bootstrap + " yet (attempt " + attempt
                        + "); still trying, Ctrl-C gives up.");
            }
        }
    }

    /**
     * Looks for faults in how the brokers are named, without waiting for any.
     *
     * @throws UserError with the fault
     */
    static void check(Map<String, Object> kafka) {
        admin(kafka, kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)).close(Duration.ZERO);
    }

    private static Admin admin(Map<String, Object> kafka, Object bootstrap) {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
        try {
            return Admin.create(properties);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UserError(
                    UserError.CONFIG,
                    "Cannot use the Kafka brokers '" + bootstrap + "': " + cause.getMessage()
                            + ". Write --bootstrap HOST:PORT[,HOST:PORT], and check the kafka.* keys.");
        }
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            admin.describeCluster().nodes().get(ATTEMPT.toMillis() * 2, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
