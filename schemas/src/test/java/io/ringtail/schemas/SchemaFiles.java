package io.ringtail.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The schema files as they are written, for the rules that they must follow. */
public final class SchemaFiles {
    private static final Path DIRECTORY = Path.of("src/main/avro");

    private SchemaFiles() {}

    /** All files, by name. */
    public static List<Path> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file's JSON. */
    public static JsonNode read(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls for every record, enum and fixed type in a schema, those within others too. */
    public static void types(JsonNode schema, BiConsumer<String, JsonNode> visitor) {
        if (schema.isObject() && schema.has("name") && !schema.path("type").isObject()) {
            visitor.accept(schema.get("name").asText(), schema);
        }
        children(schema).forEach(child -> types(child, visitor));
    }

    private static List<JsonNode> children(JsonNode schema) {
        List<JsonNode> children = new ArrayList<>();
        if (schema.isArray()) {
            schema.forEach(children::add);
        } else if (schema.isObject()) {
            schema.path("fields").forEach(field -> children.add(field.get("type")));
            children.add(schema.path("items"));
            children.add(schema.path("values"));
            if (!schema.path("type").isTextual()) {
                children.add(schema.path("type"));
            }
        }
        return children;
    }
}
