package io.ringtail.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SchemaVersionsTest {
    @BeforeEach
    void writeIfAsked() {
        if (Rewrite.asked()) {
            SchemaVersions.current().forEach(SchemaVersions::write);
        }
    }

    @Test
    void everySchemaReadsAllItsEarlierVersions() {
        for (Schema schema : SchemaVersions.current()) {
            for (Schema earlier : SchemaVersions.committed(schema.getName())) {
                assertThat(SchemaVersions.problems(schema, earlier))
                        .as("%s must read what its earlier versions wrote: give new fields a default", schema.getName())
                        .isEmpty();
            }
        }
    }

    @Test
    void theNewestCommittedVersionIsTheCurrentSchema() {
        for (Schema schema : SchemaVersions.current()) {
            List<Schema> versions = SchemaVersions.committed(schema.getName());
            assertThat(!versions.isEmpty() && versions.getLast().equals(schema))
                    .as("%s has changed: commit its new version, written by\n  %s", schema.getName(), Rewrite.COMMAND)
                    .isTrue();
        }
    }

    @Test
    void aChangeThatBreaksReadersIsCaught() {
        Schema older = SchemaBuilder.record("R").fields().requiredLong("a").endRecord();
        Schema withoutDefault = SchemaBuilder.record("R")
                .fields()
                .requiredLong("a")
                .requiredLong("b")
                .endRecord();
        Schema otherType =
                SchemaBuilder.record("R").fields().requiredString("a").endRecord();
        Schema fine = SchemaBuilder.record("R")
                .fields()
                .requiredLong("a")
                .optionalLong("b")
                .endRecord();
        assertThat(SchemaVersions.problems(withoutDefault, older))
                .singleElement()
                .asString()
                .contains("READER_FIELD_MISSING_DEFAULT_VALUE");
        assertThat(SchemaVersions.problems(otherType, older))
                .singleElement()
                .asString()
                .contains("TYPE_MISMATCH");
        assertThat(SchemaVersions.problems(fine, older)).isEmpty();
    }
}
