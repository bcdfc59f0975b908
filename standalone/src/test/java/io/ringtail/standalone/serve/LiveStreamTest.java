package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.standalone.metrics.Metrics;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveStreamTest {
    private final LiveModel model = new LiveModel(InstantSource.system());
    private final ObjectMapper json = new ObjectMapper();
    private WebServer server;
    private Http http;

    @BeforeEach
    void start() {
        WebConfig config = new WebConfig(WebConfig.DEFAULT_BIND, 0, Optional.empty());
        server = new WebServer(config, model, Optional.empty(), new FakeRegistry(), new Metrics("test")).start();
        http = new Http(server.port());
    }

    @AfterEach
    void stop() {
        server.close();
        http.client().shutdownNow();
    }

    @Test
    void aClientGetsASnapshotAndThenDeltas() throws Exception {
        model.putWindow("p", 1000, 0, "{\"t\":1000}");
        try (EventStream events = new EventStream(http, "")) {
            JsonNode snapshot = json.readTree(events.next("snapshot").data());
            model.putWindow("p", 2000, 0, "{\"t\":2000}");
            JsonNode delta = json.readTree(events.next("delta").data());

            assertThat(snapshot.path("windows").toString()).isEqualTo("[{\"t\":1000}]");
            assertThat(delta.path("windows").toString()).isEqualTo("[{\"t\":2000}]");
        }
    }

    @Test
    void aClientThatReconnectsGetsOnlyWhatItMissed() throws Exception {
        model.putWindow("p", 1000, 0, "{\"t\":1000}");
        String seen;
        try (EventStream events = new EventStream(http, "")) {
            events.next("seen");
            seen = events.lastId();
        }
        model.putWindow("p", 2000, 0, "{\"t\":2000}");
        try (EventStream events = new EventStream(http, seen)) {
            assertThat(json.readTree(events.next("delta").data())
                            .path("windows")
                            .toString())
                    .isEqualTo("[{\"t\":2000}]");
        }
    }

    @Test
    void aClientOfAnEarlierRunOfTheServerGetsASnapshot() throws Exception {
        model.putWindow("p", 1000, 0, "{\"t\":1000}");
        try (EventStream events = new EventStream(http, "0badcafe.1")) {
            assertThat(json.readTree(events.next("snapshot").data()).path("windows"))
                    .hasSize(1);
        }
    }

    @Test
    void anIdleStreamBeats() throws Exception {
        try (EventStream events = new EventStream(http, "")) {
            assertThat(events.next("heartbeat").data()).matches("\\d+");
        }
    }

    @Test
    void compressesForABrowser() throws Exception {
        HttpResponse<InputStream> response = http.client()
                .send(
                        http.request("/api/live")
                                .header("Accept-Encoding", "gzip")
                                .build(),
                        BodyHandlers.ofInputStream());
        try (InputStream plain = new GZIPInputStream(response.body())) {
            assertThat(new String(plain.readNBytes(12), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("retry: 1000\n");
        }
    }

    @Test
    void namesFromHostsStayData() throws Exception {
        String nasty = "<script>alert(1)</script>\"'\n\u2028\u00e9";
        LiveRecords records = new LiveRecords(model);
        records.accept(new Synthetic(false).agent(nasty, 1000, List.of(nasty)));
        try (EventStream events = new EventStream(http, "")) {
            JsonNode document =
                    json.readTree(events.next("snapshot").data()).path("docs").path(0);

            assertThat(document.path(1).asText()).isEqualTo(nasty);
            assertThat(document.path(2).path("host").asText()).isEqualTo(nasty);
        }
    }

    @Test
    void theServerStopsAlthoughClientsListen() throws Exception {
        try (EventStream events = new EventStream(http, "")) {
            events.next("snapshot");
            long startMonoNs = System.nanoTime();
            server.close();

            assertThat(System.nanoTime() - startMonoNs).isLessThan(20_000_000_000L);
        }
    }
}
