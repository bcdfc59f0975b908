package io.ringtail.benchmarks;

import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The agent without probes at 1 s and at 100 ms beside Debian's prometheus-node-exporter with the collectors that read
 * the same files, scraped at the same interval: CPU time per read, and resident memory.
 */
final class AgentAgainstNodeExporter {
    private static final Duration WARM = Duration.ofMinutes(2);
    private static final Duration MEASURED = Duration.ofSeconds(30);
    private static final String EXPORTER = "127.0.0.1:19100";

    private AgentAgainstNodeExporter() {}

    static void run(int rounds) throws Exception {
        for (int intervalMs : new int[] {1000, 100}) {
            Series ours = new Series("agent CPU per read at " + intervalMs + " ms", "ms");
            Series theirs = new Series("node_exporter CPU per scrape at " + intervalMs + " ms", "ms");
            Series ratio = new Series("CPU agent / node_exporter at " + intervalMs + " ms", "ratio");
            Series ourRss = new Series("agent RSS at " + intervalMs + " ms", "MiB");
            Series theirRss = new Series("node_exporter RSS at " + intervalMs + " ms", "MiB");
            for (int round = 0; round < rounds; round++) {
                double[] agent = agent(intervalMs);
                double[] exporter = exporter(intervalMs);
                ours.add(agent[0]);
                theirs.add(exporter[0]);
                ratio.add(agent[0] / exporter[0]);
                ourRss.add(agent[1]);
                theirRss.add(exporter[1]);
            }
            List.of(ours, theirs, ratio, ourRss, theirRss).forEach(Series::print);
        }
    }

    private static double[] agent(int intervalMs) throws Exception {
        Path data = Files.createTempDirectory("ringtail-benchmark");
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(data.resolve("kafka")));
                Child agent = Child.start(Child.ringtail(
                        "collect",
                        "--bootstrap",
                        broker.bootstrap(),
                        "-D",
                        "ringtail.collect.spool=" + data.resolve("spool"),
                        "--counters-interval",
                        intervalMs + "ms"))) {
            agent.await("Collecting on", Duration.ofSeconds(60));
            pause(WARM);
            return measured(agent, intervalMs, () -> pause(MEASURED));
        }
    }

    private static double[] exporter(int intervalMs) throws Exception {
        List<String> command = List.of(
                "prometheus-node-exporter",
                "--web.listen-address=" + EXPORTER,
                "--collector.disable-defaults",
                "--collector.interrupts",
                "--collector.softnet",
                "--collector.cpu",
                "--collector.netdev",
                "--collector.netclass",
                "--collector.ethtool");
        try (Child exporter = Child.start(command);
                HttpClient client = HttpClient.newHttpClient()) {
            exporter.await("Listening on", Duration.ofSeconds(30));
            scrape(client, intervalMs, WARM.dividedBy(10));
            return measured(exporter, intervalMs, () -> scrape(client, intervalMs, MEASURED));
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static double[] measured(Child child, int intervalMs, Work work) throws Exception {
        long cpuNs = child.cpuNs();
        long startMonoNs = System.nanoTime();
        work.run();
        double reads = (System.nanoTime() - startMonoNs) / 1e6 / intervalMs;
        return new double[] {(child.cpuNs() - cpuNs) / 1e6 / reads, child.rssMib()};
    }

    private static void scrape(HttpClient client, int intervalMs, Duration length)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + EXPORTER + "/metrics"))
                .build();
        long nextMonoNs = System.nanoTime();
        for (long end = nextMonoNs + length.toNanos(); nextMonoNs < end; nextMonoNs += intervalMs * 1_000_000L) {
            client.send(request, BodyHandlers.discarding());
            TimeUnit.NANOSECONDS.sleep(Math.max(0, nextMonoNs + intervalMs * 1_000_000L - System.nanoTime()));
        }
    }

    private static void pause(Duration length) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
    }
}
