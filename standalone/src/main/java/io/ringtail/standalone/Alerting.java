package io.ringtail.standalone;

import io.ringtail.processors.analysis.alert.AlertCatalogue;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.history.HistoryWriter;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.alert.AlertDelivery;
import io.ringtail.standalone.alert.DeliveryConfig;
import io.ringtail.standalone.alert.HistoryWatch;
import io.ringtail.standalone.config.RingtailConfig;
import io.ringtail.standalone.metrics.Metrics;
import io.ringtail.standalone.metrics.PartMetrics;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Alert rules and their delivery. */
final class Alerting {
    private Alerting() {}

    /**
     * The rules in force.
     *
     * @throws UserError with every fault of the user's file
     */
    static AlertRules rules(RingtailConfig.Alerts config) {
        return config.rules().map(Alerting::read).orElseGet(AlertCatalogue::shipped);
    }

    private static AlertRules read(String file) {
        try {
            return AlertCatalogue.changedBy(Files.readString(Path.of(file)));
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    UserError.CONFIG,
                    "The alert rules in " + file + " have faults:\n  "
                            + e.getMessage().replace("\n", "\n  "));
        } catch (IOException e) {
            throw new UserError(UserError.CONFIG, "ringtail.alerts.rules: " + file + ": " + reason(e) + ".");
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException none -> "there is no such file";
            case MalformedInputException none -> "it is no text in UTF-8";
            default -> String.valueOf(e.getMessage());
        };
    }

    /** Faults of where alerts go are told before anything starts. */
    static void check(RingtailConfig.Alerts config) {
        config.alertmanagers().orElse(List.of()).forEach(each -> check("alertmanagers", each));
        config.webhook().ifPresent(each -> check("webhook", each));
        config.pageUrl().ifPresent(each -> check("page-url", each));
    }

    private static void check(String key, URI address) {
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null) {
            throw new UserError(
                    UserError.CONFIG,
                    "ringtail.alerts." + key + ": '" + address + "' is no address: write it as http://host:port");
        }
    }

    /** Starts delivery. */
    static AlertDelivery delivery(
            Running running,
            RingtailConfig config,
            String host,
            Map<String, Object> kafka,
            SchemaRegistry registry,
            HistoryWriter writer,
            String page,
            Metrics metrics) {
        RingtailConfig.Alerts alerts = config.alerts();
        DeliveryConfig delivery = DeliveryConfig.usual(
                alerts.alertmanagers().orElse(List.of()),
                alerts.webhook(),
                alerts.webhookSecret(),
                alerts.pageUrl().map(Alerting::folder).orElseGet(() -> URI.create(page)));
        HistoryWatch watch = new HistoryWatch(
                rules(alerts), host, () -> Duration.ofNanos(writer.status().behindNs()), kafka, registry);
        AlertDelivery started =
                running.add("alert delivery", AlertDelivery.start(delivery, kafka, registry, Optional.of(watch)));
        PartMetrics.alerts(metrics, started);
        return started;
    }

    private static URI folder(URI page) {
        return page.toString().endsWith("/") ? page : URI.create(page + "/");
    }
}
