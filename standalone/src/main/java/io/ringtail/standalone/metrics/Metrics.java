package io.ringtail.standalone.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The metrics of one process. Thread safe. */
public final class Metrics {
    private static final String PREFIX = "ringtail_";
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private final PrometheusRegistry registry = new PrometheusRegistry();

    /**
     * A scrape's answer.
     *
     * @param contentType its content type
     * @param text it, in UTF-8
     */
    public record Scrape(String contentType, String text) {}

    /** With the JVM's own, and which version this is. */
    public Metrics(String version) {
        JvmMetrics.builder().register(registry);
        gauges("build_info", "1; the version is a label", "version", () -> Map.of(version, 1.0));
    }

    /** A value that goes up and down. NaN stands for unknown and is left out. */
    public void gauge(String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(told -> {
                    double now = value.getAsDouble();
                    if (!Double.isNaN(now)) {
                        told.call(now);
                    }
                })
                .register(registry);
    }

    /** Likewise, one for each value of a label. */
    public void gauges(String name, String help, String label, Supplier<Map<String, Double>> values) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames(label)
                .callback(told -> values.get().forEach((key, value) -> told.call(value, key)))
                .register(registry);
    }

    /** A value that only goes up while the process lives; {@code _total} is appended to its name. */
    public void counter(String name, String help, DoubleSupplier value) {
        CounterWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(told -> told.call(value.getAsDouble()))
                .register(registry);
    }

    /** Likewise, one for each value of a label. */
    public void counters(String name, String help, String label, Supplier<Map<String, Double>> values) {
        CounterWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames(label)
                .callback(told -> values.get().forEach((key, value) -> told.call(value, key)))
                .register(registry);
    }

    /** All of them, in the format that a scraper accepts: OpenMetrics or Prometheus's text. */
    public Scrape scrape(String accept) {
        ExpositionFormatWriter writer = FORMATS.findWriter(accept);
        // Of the two text formats only: a browser accepts anything.
        ExpositionFormatWriter text =
                writer.isAvailable() && writer.getContentType().contains("protobuf")
                        ? FORMATS.getPrometheusTextFormatWriter()
                        : writer;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            text.write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Scrape(text.getContentType(), out.toString(StandardCharsets.UTF_8));
    }

    PrometheusRegistry registry() {
        return registry;
    }
}
