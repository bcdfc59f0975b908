package io.ringtail.standalone;

import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.topology.Processing;
import io.ringtail.schemas.serde.SchemaRegistries;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What every process that talks to Kafka starts with, and the stream processors. */
final class Streaming {
    private static final Duration TOPICS_DEADLINE = Duration.ofSeconds(60);

    private static final Duration PROGRESS = Duration.ofSeconds(5);

    private Streaming() {}

    /** Waits for the brokers, makes the topics, opens the schema registry. */
    static SchemaRegistry connect(Running running, Settings settings, Map<String, Object> kafka, Terminal terminal)
            throws InterruptedException {
        KafkaAccess.await(kafka, settings.config().giveUpAfter(), terminal);
        Optional<Short> replication = Optional.of(settings.config().replicationFactor());
        TopicAdmin.ensure(kafka, replication, TOPICS_DEADLINE)
                .differences()
                .forEach(difference -> terminal.tell("note: " + difference));
        return running.add(
                "schema registry",
                SchemaRegistries.open(kafka, settings.config().schemaRegistry()));
    }

    /** Starts the stream processors. */
    static Processing processing(
            Running running, Map<String, Object> kafka, SchemaRegistry registry, Path state, AlertRules alerts) {
        Processing.Config config = Processing.Config.in(state).withAlerts(alerts);
        Processing processing = running.add("stream processors", new Processing(kafka, registry, config));
        processing.start();
        return processing;
    }

    /**
     * Waits until the processors process.
     *
     * @throws UserError if they failed, with the reason
     */
    static void awaitRunning(Processing processing, Terminal terminal) throws InterruptedException {
        while (!processing.awaitRunning(PROGRESS)) {
            if (processing.failure().isPresent()) {
                throw new UserError(
                        UserError.UNAVAILABLE,
                        "The stream processors stopped: " + processing.failure().get());
            }
            terminal.tell("The stream processors are still restoring their state ...");
        }
    }
}
