package io.ringtail.processors.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.serde.TrustedRecords;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Effects as JSON: the fields of the schema by their names. What an older version did not write reads as its default.
 * Pure.
 */
public final class EffectJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private EffectJson() {}

    /** One effect, on one line. */
    public static String write(Effect effect) {
        return effect.toString();
    }

    /** Effects, to be read by people too. */
    public static String write(List<Effect> effects) {
        return HistoryJson.write(tree(effects));
    }

    /** Effects, to stand in something greater. */
    public static JsonNode tree(List<Effect> effects) {
        ArrayNode all = MAPPER.createArrayNode();
        try {
            for (Effect effect : effects) {
                all.add(MAPPER.readTree(write(effect)));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as JSON: " + e.getMessage(), e);
        }
        return all;
    }

    /** One effect. */
    static Effect read(String json) {
        TrustedRecords.trust();
        try {
            return (Effect) record(MAPPER.readTree(json), Effect.getClassSchema());
        } catch (JsonProcessingException e) {
            throw new HistoryException("an effect in the history is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static SpecificRecord record(JsonNode node, Schema schema) {
        SpecificRecord record =
                (SpecificRecord) SpecificData.newInstance(SpecificData.get().getClass(schema), schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = node.get(field.name());
            record.put(
                    field.pos(),
                    value == null && field.hasDefaultValue()
                            ? SpecificData.get().getDefaultValue(field)
                            : value(value, field.schema()));
        }
        return record;
    }

    private static Object value(JsonNode node, Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> record(node, schema);
            case ARRAY -> array(node, schema);
            case UNION -> node.isNull() ? null : value(node, schema.getTypes().getLast());
            case ENUM -> SpecificData.get().createEnum(node.asText(), schema);
            case STRING -> node.asText();
            case INT -> node.asInt();
            case LONG -> node.asLong();
            case DOUBLE -> node.asDouble();
            case BOOLEAN -> node.asBoolean();
            default -> throw new IllegalArgumentException("no use for a " + schema.getType());
        };
    }

    private static List<Object> array(JsonNode node, Schema schema) {
        List<Object> all = new ArrayList<>();
        node.forEach(each -> all.add(value(each, schema.getElementType())));
        return all;
    }
}
