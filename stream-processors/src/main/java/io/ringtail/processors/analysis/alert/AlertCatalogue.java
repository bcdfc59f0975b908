package io.ringtail.processors.analysis.alert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The catalogue of alert rules: the one that ships, and what a user's file changes of it. Stateless. */
public final class AlertCatalogue {
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final String SHIPPED = "alerts.yaml";

    private AlertCatalogue() {}

    /** The rules that ship. */
    public static AlertRules shipped() {
        return read(shippedNode());
    }

    /** The text of the rules that ship, as an example for one's own. */
    public static String text() {
        try (InputStream in = AlertCatalogue.class.getResourceAsStream(SHIPPED)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The rules that ship, changed: a rule of the same name takes over the keys that it says, another is added, {@code
     * enabled: false} takes one away.
     *
     * @param yaml the text of the user's file
     * @throws IllegalArgumentException with every fault of it, a line each
     */
    public static AlertRules changedBy(String yaml) {
        ObjectNode all = shippedNode();
        JsonNode changes = parse(yaml);
        if (changes.isMissingNode() || changes.isNull()) {
            return read(all);
        }
        if (!changes.isObject()) {
            throw new IllegalArgumentException("it has to have the keys rules, objectives, baselines");
        }
        changes.properties().forEach(each -> {
            if (each.getKey().equals("rules") && each.getValue().isObject()) {
                merge((ObjectNode) all.get("rules"), (ObjectNode) each.getValue());
            } else {
                all.set(each.getKey(), each.getValue());
            }
        });
        return read(all);
    }

    private static void merge(ObjectNode rules, ObjectNode changes) {
        changes.properties().forEach(each -> {
            if (rules.get(each.getKey()) instanceof ObjectNode known && each.getValue() instanceof ObjectNode change) {
                known.setAll(change);
            } else {
                rules.set(each.getKey(), each.getValue());
            }
        });
    }

    private static ObjectNode shippedNode() {
        return (ObjectNode) parse(text());
    }

    private static JsonNode parse(String yaml) {
        try {
            JsonNode node = YAML.readTree(yaml);
            return node == null ? JsonNodeFactory.instance.missingNode() : node;
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            throw new IllegalArgumentException(where + "no YAML: " + e.getOriginalMessage(), e);
        }
    }

    private static AlertRules read(JsonNode node) {
        return new AlertRulesReader().read(node);
    }
}
