package io.ringtail.schemas.serde;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ringtail.schemas.record.Gauge;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpSchemaRegistryTest {
    private static final Schema SCHEMA = Gauge.getClassSchema();

    private record Answer(int status, String body) {}

    private final Queue<Answer> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private final List<String> users = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void registersOnceAndRemembers() {
        answers.add(new Answer(200, "{\"id\":12}"));
        try (HttpSchemaRegistry registry = open("")) {
            assertThat(registry.register("a b-value", SCHEMA)).isEqualTo(12);
            assertThat(registry.register("a b-value", SCHEMA)).isEqualTo(12);
        }
        assertThat(asked).containsExactly("POST /subjects/a%20b-value/versions");
        assertThat(bodies.getFirst()).startsWith("{\"schema\":\"{\\\"type\\\":\\\"record\\\"");
    }

    @Test
    void getsASchemaByItsIdBelowAPath() {
        answers.add(new Answer(200, "{\"schema\":" + quoted(SCHEMA.toString()) + "}"));
        try (HttpSchemaRegistry registry = open("/apis/ccompat/v7/")) {
            assertThat(registry.byId(12)).isEqualTo(SCHEMA);
            assertThat(registry.byId(12)).isEqualTo(SCHEMA);
        }
        assertThat(asked).containsExactly("GET /apis/ccompat/v7/schemas/ids/12");
    }

    @Test
    void asksAgainWhileTheServerIsOverloaded() {
        answers.add(new Answer(503, ""));
        answers.add(new Answer(429, ""));
        answers.add(new Answer(200, "{\"id\":12}"));
        try (HttpSchemaRegistry registry = open("")) {
            assertThat(registry.register("s", SCHEMA)).isEqualTo(12);
        }
    }

    @Test
    void sendsUserAndPasswordOfTheAddressAndTellsNobody() {
        answers.add(new Answer(401, "{\"message\":\"no\"}"));
        URI address =
                URI.create("http://me:secret@127.0.0.1:" + server.getAddress().getPort());
        try (HttpSchemaRegistry registry = new HttpSchemaRegistry(address, Optional.empty(), Duration.ofSeconds(5))) {
            assertThatThrownBy(() -> registry.byId(1))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("refuses the user (401)")
                    .hasMessageNotContaining("secret");
        }
        assertThat(users).containsExactly("Basic bWU6c2VjcmV0");
    }

    @Test
    void takesTheUserFromThePropertyOfStockClients() {
        answers.add(new Answer(200, "{\"id\":1}"));
        try (SchemaRegistry registry =
                SchemaRegistries.open(Map.of(SchemaRegistries.USER_INFO, "me:secret"), Optional.of(address("")))) {
            assertThat(registry.register("s", SCHEMA)).isEqualTo(1);
        }
        assertThat(users).containsExactly("Basic bWU6c2VjcmV0");
    }

    @Test
    void tellsAnIncompatibleSchemaWithTheServersOwnWords() {
        answers.add(new Answer(409, "{\"error_code\":409,\"message\":\"reader field missing\"}"));
        try (HttpSchemaRegistry registry = open("")) {
            assertThatThrownBy(() -> registry.register("s", SCHEMA))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("incompatible with an earlier version")
                    .hasMessageContaining("reader field missing");
        }
    }

    @Test
    void tellsAnUnknownId() {
        answers.add(new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));
        try (HttpSchemaRegistry registry = open("")) {
            assertThatThrownBy(() -> registry.byId(99))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("99")
                    .hasMessageContaining("Schema not found");
        }
    }

    @Test
    void saysThatSomethingElseAnswers() {
        answers.add(new Answer(200, "<html>"));
        try (HttpSchemaRegistry registry = open("")) {
            assertThatThrownBy(() -> registry.byId(1))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("is this a schema registry?");
        }
    }

    @Test
    void givesUpOnAnAddressThatNobodyAnswersAt() {
        URI nobody = URI.create("http://127.0.0.1:1");
        try (HttpSchemaRegistry registry = new HttpSchemaRegistry(nobody, Optional.empty(), Duration.ofMillis(300))) {
            assertThatThrownBy(() -> registry.byId(1))
                    .isInstanceOf(SchemaRegistryException.class)
                    .hasMessageContaining("http://127.0.0.1:1")
                    .hasMessageContaining("cannot be reached");
        }
    }

    private HttpSchemaRegistry open(String path) {
        return new HttpSchemaRegistry(address(path), Optional.empty(), Duration.ofSeconds(10));
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .ifPresent(users::add);
        Answer answer = answers.remove();
        byte[] body = answer.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
