package io.ringtail.schemas.serde;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SchemaTableTest {
    private static final Schema A = schema("a");
    private static final Schema B = schema("b");

    private final SchemaTable table = new SchemaTable();

    @Test
    void theFirstRecordOfAVersionStands() {
        apply(registered("s", 1, 1, A));
        apply(registered("s", 1, 2, B));
        assertThat(table.find("s", A)).map(RegisteredSchema::id).hasValue(1);
        assertThat(table.find("s", B)).isEmpty();
    }

    @Test
    void theFirstSchemaOfAnIdStands() {
        apply(registered("s", 1, 1, A));
        apply(registered("t", 1, 1, B));
        assertThat(table.schema(1)).hasValue(A);
        assertThat(table.versions("t")).isEmpty();
    }

    @Test
    void aLostRaceIsRememberedUntilTheWinnerIsWrittenAgain() {
        RegisteredSchema winner = registered("s", 1, 1, A);
        apply(winner);
        apply(registered("s", 1, 2, B));
        assertThat(table.disputed()).containsExactly(winner);
        apply(winner);
        assertThat(table.disputed()).isEmpty();
    }

    @Test
    void aNewSchemaGetsTheNextVersionAndTheNextId() {
        apply(registered("s", 1, 1, A));
        assertThat(table.proposal("s", B)).isEqualTo(registered("s", 2, 2, B));
    }

    @Test
    void aKnownSchemaKeepsItsIdUnderAnotherSubject() {
        apply(registered("s", 1, 7, A));
        assertThat(table.proposal("t", A)).isEqualTo(registered("t", 1, 7, A));
    }

    @Test
    void aDeletedVersionIsNotListedButItsIdIsStillReadAndItsNumberNotUsedAgain() {
        apply(registered("s", 1, 1, A));
        RegisteredSchema last = registered("s", 1, 1, A);
        String deleted = new String(SchemaRecords.value(last), UTF_8).replace("\"deleted\":false", "\"deleted\":true");
        table.apply(SchemaRecords.key(last), deleted.getBytes(UTF_8));
        assertThat(table.subjects()).isEmpty();
        assertThat(table.schema(1)).hasValue(A);
        assertThat(table.proposal("s", B).version()).isEqualTo(2);
    }

    @Test
    void otherRecordsOfConfluentsRegistryAndBrokenOnesAreSkipped() {
        table.apply("{\"keytype\":\"NOOP\",\"magic\":0}".getBytes(UTF_8), null);
        table.apply("{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}".getBytes(UTF_8), "{}".getBytes(UTF_8));
        table.apply(null, "x".getBytes(UTF_8));
        table.apply(SchemaRecords.key(registered("s", 1, 1, A)), "not JSON".getBytes(UTF_8));
        assertThat(table.subjects()).isEmpty();
    }

    @Test
    void aSchemaOfAnotherLanguageKeepsItsIdToItself() {
        String value =
                "{\"subject\":\"s\",\"version\":1,\"id\":3,\"schemaType\":\"PROTOBUF\",\"schema\":\"message M {}\","
                        + "\"deleted\":false}";
        table.apply(SchemaRecords.key(registered("s", 1, 3, A)), value.getBytes(UTF_8));
        assertThat(table.schema(3)).isEmpty();
        assertThat(table.proposal("t", A).id()).isEqualTo(4);
    }

    private void apply(RegisteredSchema schema) {
        table.apply(SchemaRecords.key(schema), SchemaRecords.value(schema));
    }

    private static RegisteredSchema registered(String subject, int version, int id, Schema schema) {
        return new RegisteredSchema(subject, version, id, schema.toString());
    }

    private static Schema schema(String field) {
        return SchemaBuilder.record("R").fields().requiredLong(field).endRecord();
    }
}
