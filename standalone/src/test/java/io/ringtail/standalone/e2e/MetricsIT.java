package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ringtail's own health: every process's metrics as Debian's Prometheus scrapes them, and the rules on them. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class MetricsIT {
    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Path RULES = Path.of("..", "dashboards", "prometheus");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path dir;

    @Test
    void prometheusScrapesEveryProcess() throws Exception {
        assumeTrue(Files.isExecutable(PROMETHEUS), "needs Debian's prometheus");
        String listen = "ringtail.metrics.listen=127.0.0.1:0";
        try (Command up = Command.start(
                dir,
                Command.up(dir.resolve("up"), "--broker-port", "0", "--port", "0", "--pg-port", "0", "-D", listen))) {
            String bootstrap = up.await(line -> line.startsWith("broker")).replaceAll("broker +", "");
            String own = address(up);
            String page = up.await(line -> line.startsWith("page")).replaceAll("page +http://localhost:(\\d+)/", "$1");
            try (Command reflect = start("reflect", "--listen", "127.0.0.1:" + freePort(), "-D", listen);
                    Command process = start(
                            "process",
                            "--bootstrap",
                            bootstrap,
                            "--data-dir",
                            dir.resolve("p").toString(),
                            "-D",
                            listen);
                    Command collect = start(
                            "collect",
                            "--bootstrap",
                            bootstrap,
                            "-D",
                            "ringtail.collect.spool=" + dir.resolve("spool"),
                            "-D",
                            listen)) {
                List<String> all =
                        List.of(own, "127.0.0.1:" + page, address(reflect), address(process), address(collect));
                try (Command prometheus = prometheus(all)) {
                    assertThat(prometheus).isNotNull();
                    for (String target : all) {
                        await("up{instance=\"" + target + "\"} == 1");
                        await("ringtail_build_info{instance=\"" + target + "\"} == 1");
                    }
                    await("sum(ringtail_history_rows_total{instance=\"127.0.0.1:" + page + "\"}) > 100");
                    await("ringtail_streams_state{state=\"running\", instance=\"" + own + "\"} == 1");
                    await("ringtail_streams_records_processed_total > 10");
                    await("ringtail_agent_source_reads_total{source=\"interrupts\", instance=\"" + address(collect)
                            + "\"} > 0");
                    await("ringtail_agent_records_delivered_total{instance=\"" + own + "\"} > 10");
                    await("ringtail_alert_delivery_active == 1");
                    await("ringtail_history_behind_seconds < 10");
                    await("ringtail_reflector_datagrams_total{outcome=\"answered\"} == 0");
                    await("time() - ringtail_live_newest_window_timestamp_seconds < 30");
                }
                String text = get("http://" + own + "/metrics", "text/plain").body();
                Path file = Files.writeString(dir.resolve("metrics.txt"), text);
                assertThat(run("sh", "-c", PROMTOOL + " check metrics < " + file))
                        .doesNotContain("ringtail_");
                HttpResponse<String> open =
                        get("http://127.0.0.1:" + page + "/metrics", "application/openmetrics-text; version=1.0.0");
                assertThat(open.headers().firstValue("Content-Type").orElse(""))
                        .startsWith("application/openmetrics-text");
                assertThat(open.body()).endsWith("# EOF\n").contains("# TYPE ringtail_history_rows counter");
            }
        }
    }

    @Test
    void theRulesPassTheirTests() throws Exception {
        assumeTrue(Files.isExecutable(PROMTOOL), "needs Debian's prometheus");
        assertThat(run(
                        PROMTOOL.toString(),
                        "test",
                        "rules",
                        RULES.resolve("ringtail-rules_test.yml").toString()))
                .contains("SUCCESS");
        assertThat(run(
                        PROMTOOL.toString(),
                        "check",
                        "rules",
                        RULES.resolve("ringtail-rules.yml").toString()))
                .contains("SUCCESS");
    }

    private int prometheusPort;

    private Command prometheus(List<String> targets) throws Exception {
        prometheusPort = freePort();
        String rules =
                RULES.toAbsolutePath().normalize().resolve("ringtail-rules.yml").toString();
        Path config = Files.writeString(
                dir.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: ringtail
                    static_configs: [{targets: [%s]}]
                """.formatted(rules, "'" + String.join("', '", targets) + "'"));
        return Command.start(
                dir,
                List.of(
                        PROMETHEUS.toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + dir.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + prometheusPort));
    }

    private Command start(String... arguments) throws IOException {
        return Command.start(dir, Lab.command("io.ringtail.standalone.Main", arguments));
    }

    private static String address(Command command) throws Exception {
        return command.await(line -> line.startsWith("metrics")).replaceAll("metrics +http://(.*)/metrics", "$1");
    }

    private void await(String expression) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(expression)) {
            assertThat(System.nanoTime() < deadline)
                    .as("in time: %s", expression)
                    .isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean holds(String expression) throws InterruptedException {
        String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
        try {
            String body = get("http://127.0.0.1:" + prometheusPort + "/api/v1/query?query=" + query, "*/*")
                    .body();
            JsonNode answer = JSON.readTree(body);
            assertThat(answer.path("status").asText()).as(body).isEqualTo("success");
            return !answer.path("data").path("result").isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private HttpResponse<String> get(String url, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(10))
                .header("Accept", accept)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String run(String... command) throws Exception {
        Path output = Files.createTempFile(dir, "run", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
