package io.ringtail.standalone.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.ringtail.schemas.serde.RegisteredSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * The read side of Confluent's schema registry, as far as stock clients use it to decode. Nothing can be registered
 * here: the agents and processors do that themselves. Stateless, thread safe.
 *
 * <p>Source: Confluent's Schema Registry API reference.
 */
final class RegistryRoutes {
    /** Content type of all answers. */
    static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistryReader registry;

    RegistryRoutes(RegistryReader registry) {
        this.registry = registry;
    }

    /** An answer other than success. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int status;
        private final int code;

        Refusal(int status, int code, String message) {
            super(message, null, false, false);
            this.status = status;
            this.code = code;
        }
    }

    void add(RoutesConfig routes) {
        routes.get("/subjects", ctx -> answer(ctx, registry.subjects()));
        routes.get("/subjects/{subject}/versions", ctx -> answer(ctx, versions(subject(ctx))));
        routes.get("/subjects/{subject}/versions/{version}", ctx -> answer(ctx, body(version(ctx))));
        routes.get(
                "/subjects/{subject}/versions/{version}/schema",
                ctx -> answer(ctx, parsed(version(ctx).schema())));
        routes.post("/subjects/{subject}", ctx -> answer(ctx, body(lookup(ctx))));
        routes.post("/subjects/{subject}/versions", ctx -> {
            throw new Refusal(405, 40501, "this registry is read only: agents and processors register their schemas");
        });
        routes.get("/schemas/ids/{id}", ctx -> answer(ctx, Map.of("schema", schema(ctx))));
        routes.get("/schemas/ids/{id}/schema", ctx -> answer(ctx, parsed(schema(ctx))));
        routes.get("/schemas/ids/{id}/versions", ctx -> answer(ctx, usesOf(ctx)));
        routes.get("/schemas/ids/{id}/subjects", ctx -> answer(ctx, subjectsOf(ctx)));
        routes.get("/schemas/types", ctx -> answer(ctx, List.of("AVRO")));
        routes.get("/config", ctx -> answer(ctx, Map.of("compatibilityLevel", "BACKWARD")));
        routes.get("/config/{subject}", ctx -> answer(ctx, Map.of("compatibilityLevel", "BACKWARD")));
        routes.get("/mode", ctx -> answer(ctx, Map.of("mode", "READONLY")));
        routes.exception(Refusal.class, RegistryRoutes::refuse);
    }

    private static String subject(Context ctx) {
        return ctx.pathParam("subject");
    }

    private List<RegisteredSchema> known(String subject) {
        List<RegisteredSchema> versions = registry.versions(subject);
        if (versions.isEmpty()) {
            throw new Refusal(404, 40401, "Subject '" + subject + "' not found.");
        }
        return versions;
    }

    private List<Integer> versions(String subject) {
        return known(subject).stream().map(RegisteredSchema::version).toList();
    }

    private RegisteredSchema version(Context ctx) {
        List<RegisteredSchema> versions = known(subject(ctx));
        String wanted = ctx.pathParam("version");
        if (wanted.equals("latest") || wanted.equals("-1")) {
            return versions.getLast();
        }
        int number = number(wanted, 42202, "The specified version '" + wanted + "' is not a valid version id.");
        return versions.stream()
                .filter(registered -> registered.version() == number)
                .findFirst()
                .orElseThrow(() -> new Refusal(404, 40402, "Version " + number + " not found."));
    }

    private RegisteredSchema lookup(Context ctx) {
        List<RegisteredSchema> versions = known(subject(ctx));
        Schema wanted = parse(parsed(ctx.body()).path("schema").asText());
        return versions.reversed().stream()
                .filter(registered -> parse(registered.schema()).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new Refusal(404, 40403, "Schema not found"));
    }

    private String schema(Context ctx) {
        String wanted = ctx.pathParam("id");
        int id = number(wanted, 40403, "Schema " + wanted + " not found");
        return registry.byId(id).orElseThrow(() -> new Refusal(404, 40403, "Schema " + id + " not found"));
    }

    private List<Map<String, Object>> usesOf(Context ctx) {
        schema(ctx);
        return registry.uses(Integer.parseInt(ctx.pathParam("id"))).stream()
                .map(registered ->
                        Map.<String, Object>of("subject", registered.subject(), "version", registered.version()))
                .toList();
    }

    private List<String> subjectsOf(Context ctx) {
        schema(ctx);
        return registry.uses(Integer.parseInt(ctx.pathParam("id"))).stream()
                .map(RegisteredSchema::subject)
                .distinct()
                .toList();
    }

    private static int number(String text, int code, String otherwise) {
        if (!text.matches("\\d{1,9}")) {
            throw new Refusal(code / 100, code, otherwise);
        }
        return Integer.parseInt(text);
    }

    private static Schema parse(String json) {
        try {
            return new Schema.Parser().parse(json);
        } catch (SchemaParseException e) {
            throw new Refusal(422, 42201, "Invalid schema: " + e.getMessage());
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new Refusal(422, 42201, "not JSON: " + e.getOriginalMessage());
        }
    }

    private static Map<String, Object> body(RegisteredSchema registered) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("subject", registered.subject());
        body.put("version", registered.version());
        body.put("id", registered.id());
        body.put("schema", registered.schema());
        return body;
    }

    private static void refuse(Refusal refusal, Context ctx) {
        ctx.status(refusal.status);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error_code", refusal.code);
        body.put("message", refusal.getMessage());
        answer(ctx, body);
    }

    private static void answer(Context ctx, Object body) {
        ctx.contentType(CONTENT_TYPE).result(JSON.valueToTree(body).toString());
    }
}
