package io.ringtail.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * {@code ringtail up} with its loopback path: time to the first live window, memory and CPU at rest, and how long after
 * the end of its second a window is on the page and in the history.
 */
final class UpAtRest {
    private static final int PAGE = 18_080;
    private static final int PG = 18_813;
    private static final int WINDOWS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private UpAtRest() {}

    static void run(int rounds) throws Exception {
        Series first = new Series("start to first window on the page", "s");
        Series rss = new Series("RSS at rest", "MiB");
        Series cpu = new Series("CPU at rest", "% of a core");
        Series page50 = new Series("end of second to page, p50", "ms");
        Series page99 = new Series("end of second to page, p99", "ms");
        Series row50 = new Series("end of second to history row, p50", "ms");
        Series row99 = new Series("end of second to history row, p99", "ms");
        for (int round = 0; round < rounds; round++) {
            Path data = Files.createTempDirectory("ringtail-benchmark").resolve("data");
            try (Child up = Child.start(Child.ringtail(
                            "up",
                            "--data-dir",
                            data.toString(),
                            "--broker-port",
                            "0",
                            "--history-http-port",
                            "0",
                            "--pg-port",
                            Integer.toString(PG),
                            "--port",
                            Integer.toString(PAGE)));
                    HttpClient client = HttpClient.newHttpClient()) {
                up.await("page ", Duration.ofMinutes(2));
                List<Double> seen = pageDelays(client, 1);
                first.add((System.nanoTime() - up.startMonoNs()) / 1e9);
                TimeUnit.SECONDS.sleep(120);
                long cpuNs = up.cpuNs();
                long startMonoNs = System.nanoTime();
                TimeUnit.SECONDS.sleep(20);
                cpu.add((up.cpuNs() - cpuNs) * 100.0 / (System.nanoTime() - startMonoNs));
                rss.add(up.rssMib());
                seen = pageDelays(client, WINDOWS);
                page50.add(percentile(seen, 50));
                page99.add(percentile(seen, 99));
                List<Double> rows = rowDelays(
                        Files.readString(data.resolve("history/password")).strip());
                row50.add(percentile(rows, 50));
                row99.add(percentile(rows, 99));
            }
        }
        List.of(first, rss, cpu, page50, page99, row50, row99).forEach(Series::print);
    }

    /** Delays of new windows as the page's event stream brings them, ms. */
    private static List<Double> pageDelays(HttpClient client, int count) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + PAGE + "/api/live"))
                .build();
        List<Double> delays = new ArrayList<>();
        long newest = System.currentTimeMillis() - 1500;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                client.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && delays.size() < count; line = lines.readLine()) {
                long start = line.startsWith("data:") ? newestWindowMs(line.substring(5)) : 0;
                if (start > newest) {
                    delays.add((double) (System.currentTimeMillis() - start - 1000));
                    newest = start;
                }
            }
        }
        return delays;
    }

    private static long newestWindowMs(String json) throws IOException {
        long newest = 0;
        for (JsonNode node : JSON.readTree(json).findValues("t")) {
            newest = Math.max(newest, node.isNumber() ? node.asLong() : 0);
        }
        return newest;
    }

    /** Delays of new rows, as a query that is repeated every 5 ms sees them, ms. */
    private static List<Double> rowDelays(String password) throws Exception {
        List<Double> delays = new ArrayList<>();
        String url = "jdbc:postgresql://127.0.0.1:" + PG + "/qdb?user=ringtail&password=" + password;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long newest = newest(statement);
            while (delays.size() < WINDOWS) {
                long start = newest(statement);
                if (start > newest) {
                    delays.add((double) (System.currentTimeMillis() - start - 1000));
                    newest = start;
                }
                TimeUnit.MILLISECONDS.sleep(5);
            }
        }
        return delays;
    }

    private static long newest(Statement statement) throws Exception {
        try (ResultSet row = statement.executeQuery("select cast(max(ts) as long) from windows")) {
            row.next();
            return row.getLong(1) / 1000;
        }
    }

    private static double percentile(List<Double> values, int percent) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
    }
}
