package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.standalone.UserError;
import io.ringtail.standalone.metrics.Metrics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WebServerTest {
    private static final String REGISTRY_TYPE = "application/vnd.schemaregistry.v1+json";

    private static LiveModel model;
    private static WebServer server;
    private static Http http;

    @BeforeAll
    static void start() {
        model = new LiveModel(InstantSource.system());
        server = server(WebConfig.DEFAULT_BIND, 0, Optional.empty());
        http = new Http(server.port());
    }

    @AfterAll
    static void stop() {
        http.close();
        server.close();
    }

    private static WebServer server(String bind, int port, Optional<String> token) {
        return new WebServer(
                        new WebConfig(bind, port, token),
                        model,
                        Optional.empty(),
                        new FakeRegistry(),
                        new Metrics("test"))
                .start();
    }

    @Test
    void servesThePageWithStrictHeaders() throws Exception {
        HttpResponse<String> page = http.get("/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Ringtail</title>");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).startsWith("default-src 'none'").doesNotContain("unsafe", "http"));
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/main.js",
                "/live.js",
                "/theme.js",
                "/ringtail.css",
                "/icon.svg",
                "/lib/uplot.js",
                "/lib/uplot.css"
            })
    void servesEachFileOfThePage(String file) throws Exception {
        assertThat(http.get(file).statusCode()).isEqualTo(200);
    }

    @Test
    void tellsThatAFileIsStillTheSame() throws Exception {
        String tag = http.get("/main.js").headers().firstValue("ETag").orElseThrow();

        assertThat(http.get("/main.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    @Test
    void thePageIsBelow300Kilobytes() throws Exception {
        long total = 0;
        for (String name : new PageFiles().names()) {
            total += http.get("/" + name).body().length();
        }

        assertThat(total).isBetween(50_000L, 300_000L);
    }

    @Test
    void compressesWhenTheClientTakesIt() throws Exception {
        assertThat(http.get("/ringtail.css", "Accept-Encoding", "gzip")
                        .headers()
                        .firstValue("Content-Encoding"))
                .hasValue("gzip");
    }

    @Test
    void answersOnlyToLoopbackNamesWithoutAToken() throws Exception {
        String answer = Raw.get(server.port(), "/api/paths", "Host: rebound.example:8080");

        assertThat(answer).startsWith("HTTP/1.1 421");
    }

    @Test
    void saysThatItIsUp() throws Exception {
        assertThat(http.json("/healthz").path("status").asText()).isEqualTo("up");
    }

    @Test
    void servesTheRunbooksThatAlertsLinkTo() throws Exception {
        HttpResponse<String> runbook = http.get("/runbooks/RingtailLoss");

        assertThat(runbook.headers().firstValue("Content-Type")).hasValue("text/plain;charset=utf-8");
        assertThat(runbook.body()).startsWith("# RingtailLoss");
        assertThat(http.get("/runbooks/MyOwn").statusCode()).isEqualTo(404);
        assertThat(http.get("/runbooks/..%2Flogback").statusCode()).isBetween(400, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/windows?path=x", "/api/changes", "/api/report?last=2h"})
    void saysThatThereIsNoHistory(String path) throws Exception {
        HttpResponse<String> answer = http.get(path);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("no history");
    }

    @Test
    void namesThePortThatIsTakenAndHowToChooseAnother() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();

            assertThatThrownBy(() -> server(WebConfig.DEFAULT_BIND, port, Optional.empty()))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("another program has it")
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void refusesOtherAddressesWithoutAToken() {
        assertThatThrownBy(() -> server("0.0.0.0", 0, Optional.empty()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("token");
    }

    @Test
    void refusesATokenThatIsEasilyGuessed() {
        assertThatThrownBy(() -> server("0.0.0.0", 0, Optional.of("secret")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("too short");
    }

    @Test
    void withATokenOnlyThoseWhoShowItGetAnAnswer() throws Exception {
        String token = "correct-horse-battery";
        try (WebServer guarded = server("0.0.0.0", 0, Optional.of(token));
                Http client = new Http(guarded.port())) {
            assertThat(client.get("/").statusCode()).isEqualTo(401);
            assertThat(client.get("/api/live").statusCode()).isEqualTo(401);
            assertThat(client.get("/subjects", "Authorization", "Bearer wrong-horse-battery")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(client.get("/subjects", "Authorization", "Bearer " + token)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(client.get("/subjects", "Authorization", basic(token)).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aTokenInTheAddressLeavesACookieAndVanishesFromIt() throws Exception {
        String token = "correct-horse-battery";
        try (WebServer guarded = server("0.0.0.0", 0, Optional.of(token));
                Http client = new Http(guarded.port())) {
            HttpResponse<String> first = client.get("/?token=" + token);
            String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();

            assertThat(first.statusCode()).isEqualTo(303);
            assertThat(first.headers().firstValue("Location"))
                    .hasValueSatisfying(to -> assertThat(to).doesNotContain("token"));
            assertThat(cookie)
                    .contains("HttpOnly")
                    .containsIgnoringCase("SameSite=Lax")
                    .doesNotContain(token);
            assertThat(client.get("/", "Cookie", cookie.split(";", 2)[0]).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/subjects | [\"ringtail.changes-value\",\"ringtail.windows-value\"]",
                "/subjects/ringtail.windows-value/versions | [1,2]",
                "/schemas/types | [\"AVRO\"]",
                "/schemas/ids/3/versions | [{\"subject\":\"ringtail.changes-value\",\"version\":1},"
                        + "{\"subject\":\"ringtail.windows-value\",\"version\":1}]",
                "/config | {\"compatibilityLevel\":\"BACKWARD\"}",
            })
    void answersLikeARegistry(String path, String expected) throws Exception {
        HttpResponse<String> answer = http.get(path);

        assertThat(sorted(answer.body())).isEqualTo(sorted(expected));
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith(REGISTRY_TYPE));
    }

    @Test
    void givesSchemasByIdByVersionAndAsTheLatest() throws Exception {
        assertThat(http.json("/schemas/ids/7").path("schema").asText()).isEqualTo(FakeRegistry.NEW);
        assertThat(http.json("/subjects/ringtail.windows-value/versions/1")
                        .path("id")
                        .asInt())
                .isEqualTo(3);
        assertThat(http.json("/subjects/ringtail.windows-value/versions/latest").toString())
                .contains("\"version\":2", "\"id\":7", "\"subject\":\"ringtail.windows-value\"");
    }

    @Test
    void findsTheVersionOfASchema() throws Exception {
        String body = Json.object().put("schema", FakeRegistry.OLD).toString();
        HttpResponse<String> answer = http.send(http.request("/subjects/ringtail.windows-value")
                .POST(BodyPublishers.ofString(body))
                .build());

        assertThat(answer.body()).contains("\"version\":1", "\"id\":3");
    }

    @ParameterizedTest
    @CsvSource({
        "/subjects/nobody/versions, 404, 40401",
        "/subjects/ringtail.windows-value/versions/9, 404, 40402",
        "/subjects/ringtail.windows-value/versions/x, 422, 42202",
        "/schemas/ids/99, 404, 40403",
    })
    void namesErrorsLikeARegistry(String path, int status, int code) throws Exception {
        assertThat(http.get(path).statusCode()).isEqualTo(status);
        assertThat(http.json(path).path("error_code").asInt()).isEqualTo(code);
        assertThat(http.json(path).path("message").asText()).isNotEmpty();
    }

    private static String basic(String token) {
        return "Basic "
                + java.util.Base64.getEncoder()
                        .encodeToString(("any:" + token).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static List<Integer> sorted(String text) {
        return text.chars().sorted().boxed().toList();
    }
}
