package io.ringtail.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SchemaRulesTest {
    private static final Set<String> NUMBERS =
            Set.of("int", "long", "float", "double", "io.ringtail.schemas.record.U64", "U64");

    @Test
    void everyFieldSaysWhatItIsAndEveryNumberItsUnit() {
        assertThat(SchemaFiles.all())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(faults(SchemaFiles.read(file))).isEmpty());
    }

    @Test
    void everyFileHasOneTypeOfItsName() {
        assertThat(SchemaFiles.all()).allSatisfy(file -> {
            JsonNode schema = SchemaFiles.read(file);
            assertThat(schema.path("name").asText() + ".avsc").isEqualTo(name(file));
            assertThat(schema.path("namespace").asText()).isEqualTo("io.ringtail.schemas.record");
        });
    }

    @Test
    void aFieldWithoutMeaningOrUnitIsCaught() throws Exception {
        JsonNode schema = new ObjectMapper()
                .readTree("{'type':'record','name':'R','doc':'R.','fields':["
                        .concat("{'name':'silent','type':'string'},")
                        .concat("{'name':'bare','type':['null','long'],'doc':'A number.'},")
                        .concat("{'name':'list','type':{'type':'array','items':'int'},'doc':'Numbers.'},")
                        .concat("{'name':'good','type':'int','doc':'A length. Unit: bytes.'}]}")
                        .replace('\'', '"'));
        assertThat(faults(schema)).containsExactly("R.silent: no doc", "R.bare: no unit", "R.list: no unit");
    }

    private static List<String> faults(JsonNode schema) {
        List<String> faults = new ArrayList<>();
        SchemaFiles.types(schema, (name, type) -> {
            if (type.path("doc").asText().isBlank()) {
                faults.add(name + ": no doc");
            }
            type.path("fields").forEach(field -> faults.addAll(faults(name, field)));
        });
        return faults;
    }

    private static List<String> faults(String record, JsonNode field) {
        String place = record + "." + field.get("name").asText();
        String doc = field.path("doc").asText();
        if (doc.isBlank()) {
            return List.of(place + ": no doc");
        }
        boolean unit = doc.matches("(?s).*Unit: \\S.*\\.");
        return isNumber(field.get("type")) && !unit ? List.of(place + ": no unit") : List.of();
    }

    private static boolean isNumber(JsonNode type) {
        if (type.isArray()) {
            return type.valueStream().anyMatch(SchemaRulesTest::isNumber);
        }
        return NUMBERS.contains(type.asText()) || (type.has("items") && isNumber(type.get("items")));
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
