package io.ringtail.schemas.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * A Confluent-compatible registry, reached through its REST API. What it has answered once is remembered for good, as
 * ids never change their meaning. A server that is away or overloaded is asked again for the time of the deadline; one
 * that refuses is not.
 *
 * <p>Thread safe. TLS trusts what the JVM trusts.
 */
public final class HttpSchemaRegistry implements SchemaRegistry {
    /** How long a call may take, retries included, where nothing else is configured. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(15);

    private static final String JSON_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Registration(String subject, Schema schema) {}

    private final URI base;
    private final Optional<String> authorization;
    private final Duration deadline;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final Map<Registration, Integer> ids = new ConcurrentHashMap<>();
    private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();

    /**
     * Asks nobody yet.
     *
     * @param base address of the registry, with a path if it has one; user and password in it are used as
     *     {@code userInfo}
     * @param userInfo {@code user:password} for basic authentication
     * @param deadline how long a call may take, retries included
     */
    public HttpSchemaRegistry(URI base, Optional<String> userInfo, Duration deadline) {
        this.base = withoutUser(base);
        this.authorization = userInfo.or(() -> Optional.ofNullable(base.getUserInfo()))
                .map(user -> "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        this.deadline = deadline;
    }

    @Override
    public int register(String subject, Schema schema) {
        return ids.computeIfAbsent(new Registration(subject, schema), this::post);
    }

    @Override
    public Schema byId(int id) {
        return schemas.computeIfAbsent(id, this::fetch);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private int post(Registration wanted) {
        String body = JSON.createObjectNode()
                .put("schema", wanted.schema().toString())
                .toString();
        HttpRequest.Builder request = request("/subjects/" + encoded(wanted.subject()) + "/versions")
                .header("Content-Type", JSON_TYPE)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        JsonNode id = answer(request, "register " + wanted.subject()).path("id");
        if (!id.isInt()) {
            throw failed("register " + wanted.subject(), "its answer has no id; is this a schema registry?", null);
        }
        return id.intValue();
    }

    private Schema fetch(int id) {
        String what = "get schema " + id;
        JsonNode text = answer(request("/schemas/ids/" + id).GET(), what).path("schema");
        try {
            return new Schema.Parser().setValidateDefaults(false).parse(text.asText());
        } catch (AvroRuntimeException e) {
            throw failed(what, "not an Avro schema: " + e.getMessage(), e);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(deadline)
                .header("Accept", JSON_TYPE + ", application/json");
        authorization.ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    private JsonNode answer(HttpRequest.Builder request, String what) {
        long startMonoNs = System.nanoTime();
        for (Duration pause = FIRST_PAUSE; ; pause = pause.multipliedBy(2)) {
            Attempt attempt = attempt(request.build(), what);
            if (attempt.answer().isPresent()) {
                return attempt.answer().get();
            }
            long leftNs = deadline.toNanos() - (System.nanoTime() - startMonoNs);
            if (leftNs <= pause.toNanos()) {
                throw failed(what, attempt.trouble() + ", for " + deadline.toSeconds() + " s", null);
            }
            pause(pause, what);
        }
    }

    /** One exchange: an answer, or trouble that may pass. */
    private record Attempt(Optional<JsonNode> answer, String trouble) {}

    private Attempt attempt(HttpRequest request, String what) {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            int status = response.statusCode();
            if (status >= 500 || status == 429 || status == 408) {
                return new Attempt(Optional.empty(), "it answers " + status + message(response));
            }
            if (status >= 300) {
                throw failed(what, refusal(status) + message(response), null);
            }
            return new Attempt(Optional.of(JSON.readTree(response.body())), "");
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw failed(what, "its answer is no JSON; is this a schema registry?", e);
        } catch (IOException e) {
            return new Attempt(Optional.empty(), "it cannot be reached (" + e + ")");
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private static String refusal(int status) {
        return switch (status) {
            case 401, 403 -> "it refuses the user (" + status + "): check the user and password of the registry";
            case 404 -> "it knows none (404)";
            case 409 -> "the schema is incompatible with an earlier version there (409)";
            case 422 -> "it takes the schema for invalid (422)";
            default -> "it answers " + status;
        };
    }

    private static String message(HttpResponse<String> response) {
        try {
            String message = JSON.readTree(response.body()).path("message").asText("");
            return message.isEmpty() ? "" : ": " + message;
        } catch (IOException e) {
            return "";
        }
    }

    private void pause(Duration pause, String what) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private SchemaRegistryException interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return failed(what, "interrupted", e);
    }

    private SchemaRegistryException failed(String what, String why, Throwable cause) {
        return new SchemaRegistryException("schema registry " + base + ": cannot " + what + ": " + why, cause);
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static URI withoutUser(URI base) {
        String text = base.toString().replaceFirst("//[^/@]*@", "//");
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }
}
