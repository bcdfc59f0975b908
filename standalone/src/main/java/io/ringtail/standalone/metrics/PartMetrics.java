package io.ringtail.standalone.metrics;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.Health;
import io.ringtail.collectors.probe.Reflector;
import io.ringtail.processors.history.HistoryWriter;
import io.ringtail.processors.history.HistoryWriterStatus;
import io.ringtail.processors.topology.Processing;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.standalone.alert.AlertDelivery;
import io.ringtail.standalone.serve.LiveFeed;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The metrics of each part, one method a part. */
public final class PartMetrics {
    private static final double NS_PER_SECOND = 1e9;

    private PartMetrics() {}

    /** The agent: records, and how its sources and probes do. */
    public static void agent(Metrics metrics, Agent agent) {
        metrics.counter(
                "agent_records_sampled", "Records made", () -> agent.counts().sampled());
        metrics.counter(
                "agent_records_delivered",
                "Records that the broker acknowledged",
                () -> agent.counts().delivered());
        metrics.counter(
                "agent_records_lost",
                "Records given up: the spool was full, or could not be written",
                () -> agent.counts().lost());
        metrics.gauge(
                "agent_records_in_flight",
                "Records that wait for their acknowledgement, in memory or in the spool",
                () -> agent.counts().inFlight());
        metrics.gauges(
                "agent_source_ok",
                "Whether a source, probe or reflector does all of its work (1) or some or none of it (0)",
                "source",
                () -> byName(agent::health, each -> each.state() == SourceState.OK ? 1 : 0));
        metrics.counters(
                "agent_source_reads",
                "Reads of a source, batches of a probe, requests that a reflector answered",
                "source",
                () -> byName(agent::health, Health::reads));
        metrics.counters(
                "agent_source_failures",
                "Reads or sends that failed",
                "source",
                () -> byName(agent::health, Health::failures));
        metrics.counters(
                "agent_source_skipped",
                "What could not be understood, or was not sent since the agent itself was late",
                "source",
                () -> byName(agent::health, Health::skipped));
    }

    private static Map<String, Double> byName(Supplier<List<Health>> health, ToLongFunction<Health> value) {
        Map<String, Double> all = new TreeMap<>();
        health.get().forEach(each -> all.put(each.name(), (double) value.applyAsLong(each)));
        return all;
    }

    /** A reflector alone. */
    public static void reflector(Metrics metrics, Reflector reflector) {
        metrics.counters("reflector_datagrams", "Datagrams by what became of them", "outcome", () -> {
            var counts = reflector.counts();
            return Map.of(
                    "answered", (double) counts.answered(),
                    "identified", (double) counts.identified(),
                    "malformed", (double) counts.malformed(),
                    "foreign", (double) counts.foreign(),
                    "unsent", (double) counts.unsent());
        });
    }

    /** The stream processors. */
    public static void processing(Metrics metrics, Processing processing) {
        metrics.gauges(
                "streams_state",
                "1 for the state that the stream processors are in",
                "state",
                () -> states(Processing.State.values(), processing.state()));
        metrics.gauge(
                "streams_lag_records",
                "Records that the stream processors have not read yet; none while nothing is assigned",
                processing::lagRecords);
        metrics.counter(
                "streams_records_processed",
                "Records that the stream processors processed",
                processing::processedRecords);
    }

    private static Map<String, Double> states(Enum<?>[] all, Enum<?> now) {
        Map<String, Double> values = new TreeMap<>();
        Arrays.stream(all).forEach(each -> values.put(each.name().toLowerCase(Locale.ROOT), each == now ? 1.0 : 0.0));
        return values;
    }

    /** The history writer. */
    public static void history(Metrics metrics, HistoryWriter writer) {
        metrics.gauges(
                "history_state",
                "1 for the state that the history writer is in",
                "state",
                () -> states(HistoryWriterStatus.State.values(), writer.status().state()));
        metrics.counter("history_records", "Records read", () -> writer.status().records());
        metrics.counter("history_rows", "Rows written", () -> writer.status().rows());
        metrics.counter(
                "history_dead_letters",
                "Records that no rows could be made of",
                () -> writer.status().deadLetters());
        metrics.gauge(
                "history_lag_records",
                "Records that are not read yet",
                () -> writer.status().lagRecords());
        metrics.gauge(
                "history_behind_seconds",
                "Time since the writer last had fewer unread records than one read takes",
                () -> writer.status().behindNs() / NS_PER_SECOND);
    }

    /** The live page. */
    public static void live(Metrics metrics, LiveFeed feed) {
        metrics.counter("live_records_unreadable", "Records that could not be shown", feed::unreadable);
        metrics.counter(
                "live_windows_dropped",
                "Windows of paths beyond those that the page keeps",
                () -> feed.model().droppedWindows());
        metrics.gauge(
                "live_newest_window_timestamp_seconds",
                "Start of the newest window that the page has",
                () -> feed.model().newestWindowMs() == 0
                        ? Double.NaN
                        : feed.model().newestWindowMs() / 1e3);
    }

    /** Delivery of alerts. */
    public static void alerts(Metrics metrics, AlertDelivery delivery) {
        metrics.gauge("alert_delivery_active", "1 in the process that delivers", () -> delivery.active() ? 1 : 0);
        metrics.gauge("alerts_firing", "Alerts that fire", () -> delivery.active() ? delivery.firing() : Double.NaN);
        metrics.counter(
                "alert_posts_failed",
                "Requests that an Alertmanager or the webhook did not take",
                delivery::failedPosts);
    }
}
