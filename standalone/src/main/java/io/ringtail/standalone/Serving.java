package io.ringtail.standalone;

import io.ringtail.processors.history.EmbeddedHistoryConfig;
import io.ringtail.processors.history.EmbeddedQuestDb;
import io.ringtail.processors.history.HistoryQueries;
import io.ringtail.processors.history.HistoryStore;
import io.ringtail.processors.history.HistoryWriter;
import io.ringtail.processors.history.HistoryWriterConfig;
import io.ringtail.processors.history.RemoteHistoryConfig;
import io.ringtail.processors.history.RemoteQuestDb;
import io.ringtail.processors.history.Retention;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import io.ringtail.standalone.serve.LiveFeed;
import io.ringtail.standalone.serve.RegistryReader;
import io.ringtail.standalone.serve.WebConfig;
import io.ringtail.standalone.serve.WebServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What the outside talks to: history, page, REST. */
final class Serving {
    private Serving() {}

    /** Opens the history: a server where one is configured, else in process. */
    static HistoryStore history(RingtailConfig.History history, Path directory) {
        return history.server().isPresent() ? remote(history, history.server().get()) : embedded(history, directory);
    }

    private static HistoryStore remote(RingtailConfig.History history, String host) {
        return RemoteQuestDb.open(remoteConfig(history, host));
    }

    /** A configured server. */
    static RemoteHistoryConfig remoteConfig(RingtailConfig.History history, String host) {
        String password = history.password()
                .orElseThrow(() -> new UserError(
                        UserError.CONFIG,
                        "The QuestDB server " + host + " needs a password: set ringtail.history.password."));
        return new RemoteHistoryConfig(
                host, history.pgPort(), history.httpPort(), history.user(), password, retention(history));
    }

    private static HistoryStore embedded(RingtailConfig.History history, Path directory) {
        EmbeddedHistoryConfig usual = EmbeddedHistoryConfig.in(directory)
                .withPorts(history.pgPort(), history.httpPort())
                .withRetention(retention(history));
        return EmbeddedQuestDb.open(history.password().map(usual::withPassword).orElse(usual));
    }

    private static Retention retention(RingtailConfig.History history) {
        RingtailConfig.History.Retention kept = history.retention();
        try {
            return new Retention(kept.seconds(), kept.minutes(), kept.hours());
        } catch (IllegalArgumentException e) {
            throw new UserError(UserError.CONFIG, "ringtail.history.retention: " + e.getMessage() + ".");
        }
    }

    private static RegistryReader registryReader(SchemaRegistry registry) {
        return registry instanceof TopicSchemaRegistry topic ? RegistryReader.of(topic) : RegistryReader.none();
    }

    /** Starts writing the history. */
    static HistoryWriter writer(
            Running running, Map<String, Object> kafka, SchemaRegistry registry, HistoryStore store, Metrics metrics) {
        HistoryWriter writer = running.add(
                "history writer", new HistoryWriter(HistoryWriterConfig.defaults(), kafka, registry, store));
        writer.start();
        PartMetrics.history(metrics, writer);
        return writer;
    }

    /** Starts the page and the REST interface. */
    static WebServer web(
            Running running,
            RingtailConfig.Web config,
            Map<String, Object> kafka,
            SchemaRegistry registry,
            HistoryStore store,
            Metrics metrics) {
        WebConfig web = new WebConfig(config.host(), config.port(), config.token()).checked();
        LiveFeed feed = running.add("live feed", LiveFeed.start(kafka, registry));
        PartMetrics.live(metrics, feed);
        HistoryAnswers history = new HistoryAnswers(new HistoryQueries(store));
        WebServer server = new WebServer(web, feed.model(), Optional.of(history), registryReader(registry), metrics);
        return running.add("page", server.start());
    }
}
