package io.ringtail.standalone.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Debian's prometheus-alertmanager, on loopback, with one receiver. Stopped by its process. */
final class Alertmanager implements AutoCloseable {
    static final Path PROGRAM = Path.of("/usr/bin/prometheus-alertmanager");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private Process process;

    Alertmanager(Path directory, int port, URI receiver) throws IOException {
        this.directory = directory;
        this.port = port;
        Files.writeString(directory.resolve("alertmanager.yml"), """
                route:
                  receiver: hook
                  group_by: [alertname, host]
                  group_wait: 200ms
                  group_interval: 300ms
                  repeat_interval: 1h
                receivers:
                  - name: hook
                    webhook_configs:
                      - url: %s
                        send_resolved: true
                """.formatted(receiver));
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    void start() throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--config.file=" + directory.resolve("alertmanager.yml"),
                        "--storage.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("alertmanager.log").toFile())
                .start();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                throw new IOException(
                        "Alertmanager does not start: " + Files.readString(directory.resolve("alertmanager.log")));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it knows to fire or be resolved now. */
    JsonNode alerts() throws IOException, InterruptedException {
        return JSON.readTree(get("/api/v2/alerts?active=true&silenced=true").body());
    }

    void silence(String alertname) throws IOException, InterruptedException {
        String body = """
                {"matchers":[{"name":"alertname","value":"%s","isRegex":false}],"startsAt":"2020-01-01T00:00:00Z",
                "endsAt":"2100-01-01T00:00:00Z","createdBy":"test","comment":"test"}""".formatted(alertname);
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(address().resolve("/api/v2/silences"))
                        .timeout(Duration.ofSeconds(10))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.body());
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(address().resolve(path))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    void stop() {
        process.destroy();
        process.onExit()
                .orTimeout(20, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly())
                .join();
    }

    @Override
    public void close() {
        if (process != null) {
            stop();
        }
        http.close();
    }
}
