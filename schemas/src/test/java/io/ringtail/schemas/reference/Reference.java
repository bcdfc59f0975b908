package io.ringtail.schemas.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.ringtail.schemas.SchemaFiles;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The reference pages, as they follow from the catalogues. */
final class Reference {
    private static final Path DIRECTORY = Path.of("..", "docs", "reference");

    private Reference() {}

    /** Every page with its text. */
    static Map<Path, String> pages() {
        Map<Path, String> pages = new LinkedHashMap<>();
        pages.put(DIRECTORY.resolve("topics.md"), topics());
        pages.put(DIRECTORY.resolve("schemas.md"), schemas());
        pages.put(DIRECTORY.resolve("knobs.md"), knobs());
        return pages;
    }

    private static String topics() {
        return page(
                "Topics",
                "Keys are UTF-8 strings, values Avro in Confluent's wire format. The schemas themselves are in"
                        + " `_schemas`, unless a schema registry is configured.",
                "Topics.java",
                table(
                                List.of(
                                        "Topic",
                                        "Record",
                                        "Key",
                                        "Partitions",
                                        "Kept",
                                        "Time",
                                        "Written by",
                                        "Read by"),
                                Topics.all().stream().map(Reference::topic).toList())
                        + "\n"
                        + Topics.all().stream()
                                .map(topic -> "- `" + topic.name() + "`: " + topic.purpose() + ".\n  Created with "
                                        + TopicAdmin.settings(topic).entrySet().stream()
                                                .map(setting -> "`" + setting + "`")
                                                .collect(Collectors.joining(", "))
                                        + ".\n")
                                .collect(Collectors.joining()));
    }

    private static List<String> topic(Topic topic) {
        String record = topic.record().getSimpleName();
        return List.of(
                "`" + topic.name() + "`",
                "[" + record + "](schemas.md#" + record.toLowerCase(java.util.Locale.ROOT) + ")",
                topic.key(),
                Integer.toString(topic.partitions()),
                switch (topic.cleanup()) {
                    case DELETE -> days(topic.retention());
                    case COMPACT -> "newest of each key; all for " + days(topic.retention());
                },
                topic.logAppendTime() ? "broker's" : "writer's",
                topic.writer(),
                String.join(", ", topic.readers()));
    }

    private static String days(Duration duration) {
        return duration.toHours() % 24 == 0 && duration.toDays() > 1
                ? duration.toDays() + " days"
                : duration.toHours() + " hours";
    }

    private static String schemas() {
        StringBuilder text = new StringBuilder();
        for (Path file : SchemaFiles.all()) {
            SchemaFiles.types(SchemaFiles.read(file), (name, type) -> text.append(type(name, type)));
        }
        return page(
                "Schemas",
                "Unknown is absent, never 0. Times are nanoseconds; the name says by which clock.",
                "schemas/src/main/avro",
                text.toString().strip() + "\n");
    }

    private static String type(String name, JsonNode type) {
        StringBuilder text =
                new StringBuilder("## " + name + "\n\n" + type.path("doc").asText() + "\n\n");
        if (type.has("symbols")) {
            text.append("One of: ").append(elements(type.get("symbols"), ", ")).append(".\n\n");
        }
        if (type.has("fields")) {
            List<List<String>> rows = StreamSupport.stream(type.get("fields").spliterator(), false)
                    .map(field -> List.of(
                            "`" + field.get("name").asText() + "`",
                            typeName(field.get("type")),
                            field.get("doc").asText()))
                    .toList();
            text.append(table(List.of("Field", "Type", "Meaning"), rows)).append('\n');
        }
        return text.toString();
    }

    private static String typeName(JsonNode type) {
        if (type.isTextual()) {
            return type.asText().substring(type.asText().lastIndexOf('.') + 1);
        }
        if (type.isArray()) {
            return type.valueStream()
                    .map(Reference::typeName)
                    .filter(name -> !name.equals("null"))
                    .collect(Collectors.joining(" or ", "", " or absent"));
        }
        return switch (type.get("type").asText()) {
            case "array" -> "list of " + typeName(type.get("items"));
            case "map" -> "map of " + typeName(type.get("values"));
            default -> type.path("name").asText(type.get("type").asText());
        };
    }

    private static String elements(JsonNode array, String between) {
        return array.valueStream().map(element -> "`" + element.asText() + "`").collect(Collectors.joining(between));
    }

    private static String knobs() {
        return page(
                "Knobs",
                "Settings and gauges by their canonical names. A setting is changed by somebody, and a difference of it"
                        + " is a change; a gauge moves by itself.",
                "Knobs.java",
                table(
                        List.of("Name", "Unit", "Kind", "Of", "Read from", "Absent when"),
                        Knobs.all().stream().map(Reference::knob).toList()));
    }

    private static List<String> knob(Knob knob) {
        return List.of(
                "`" + knob.name() + "`",
                knob.unit(),
                lower(knob.kind()),
                lower(knob.per()),
                knob.source(),
                knob.absence());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String page(String title, String introduction, String source, String body) {
        return "# " + title + "\n\n<!-- Generated from " + source + ": change it there. -->\n\n" + introduction + "\n\n"
                + body;
    }

    private static String table(List<String> header, List<List<String>> rows) {
        return row(header)
                + row(header.stream().map(cell -> "---").toList())
                + rows.stream().map(Reference::row).collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
