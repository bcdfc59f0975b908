package io.ringtail.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.Window;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;

class RecordSerdeTest {
    private static final int HEADER = 5;

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final RecordSerde<Gauge> gauges = new RecordSerde<>(Gauge.class, registry);

    @Property(seed = "42")
    void readsWhatItWrote(@ForAll String name, @ForAll double value) {
        Gauge gauge =
                Gauge.newBuilder().setName(wellFormed(name)).setValue(value).build();
        assertThat(gauges.deserialize("t", gauges.serialize("t", gauge))).isEqualTo(gauge);
    }

    @Property(seed = "42")
    void anyBytesAreReadOrRefusedWithASerializationException(@ForAll byte[] bytes) {
        readOrRefused(gauges, bytes);
    }

    @Property(seed = "42")
    void anyBytesBehindAKnownIdAreReadOrRefused(@ForAll @Size(max = 200) byte[] body) {
        RecordSerde<Window> windows = new RecordSerde<>(Window.class, registry);
        int id = registry.register("w-value", Window.getClassSchema());
        byte[] bytes = ByteBuffer.allocate(HEADER + body.length)
                .put((byte) 0)
                .putInt(id)
                .put(body)
                .array();
        readOrRefused(windows, bytes);
    }

    @Property(seed = "42")
    void aCutRecordIsRefused(@ForAll @IntRange(max = 20) int length) {
        byte[] whole = gauges.serialize(
                "t", Gauge.newBuilder().setName("busy").setValue(1).build());
        byte[] cut = Arrays.copyOf(whole, Math.min(length, whole.length - 1));
        assertThatThrownBy(() -> gauges.deserialize("t", cut)).isInstanceOf(SerializationException.class);
    }

    @Example
    void aHugeLengthIsRefusedBeforeMemoryIsTaken() {
        int id = registry.register("c-value", Change.getClassSchema());
        byte[] bytes = ByteBuffer.allocate(HEADER + 5)
                .put((byte) 0)
                .putInt(id)
                .put(new byte[] {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f})
                .array();
        RecordSerde<Change> changes = new RecordSerde<>(Change.class, registry);
        assertThatThrownBy(() -> changes.deserialize("t", bytes)).isInstanceOf(SerializationException.class);
    }

    @Example
    void bytesLeftOverAreRefused() {
        byte[] whole = gauges.serialize(
                "t", Gauge.newBuilder().setName("busy").setValue(1).build());
        assertThatThrownBy(() -> gauges.deserialize("t", Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("left over");
    }

    @Example
    void anUnknownSchemaIdIsToldByItsNumber() {
        byte[] bytes = {0, 0, 0, 0x12, 0x67, 2, 'x'};
        assertThatThrownBy(() -> gauges.deserialize("t", bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("4711");
    }

    @Example
    void aRecordOfAnotherClassIsToldByItsName() {
        Absence absence = Absence.newBuilder().setName("n").setReason("denied").build();
        byte[] bytes = new RecordSerde<>(Absence.class, registry).serialize("t", absence);
        assertThatThrownBy(() -> gauges.deserialize("t", bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("Absence")
                .hasMessageContaining("Gauge");
    }

    @Example
    void aTombstoneStaysOne() {
        assertThat(gauges.serialize("t", null)).isNull();
        assertThat(gauges.deserialize("t", null)).isNull();
    }

    @Example
    void recordsHaveTheConfluentHeader() {
        byte[] bytes = gauges.serialize(
                "t", Gauge.newBuilder().setName("busy").setValue(1).build());
        assertThat(Arrays.copyOf(bytes, HEADER)).containsExactly(0, 0, 0, 0, 1);
    }

    @Example
    void aRecordOfAnOlderSchemaIsReadWithTheDefaultsOfTheNewOne() throws IOException {
        Schema older = SchemaBuilder.record("Gauge")
                .namespace(Gauge.class.getPackageName())
                .fields()
                .requiredString("name")
                .requiredDouble("value")
                .endRecord();
        GenericRecord record = new GenericData.Record(older);
        record.put("name", "busy");
        record.put("value", 0.5);
        Gauge read = gauges.deserialize("t", framed(registry.register("t-value", older), record));
        assertThat(read)
                .isEqualTo(Gauge.newBuilder().setName("busy").setValue(0.5).build());
    }

    private static byte[] framed(int id, GenericRecord record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(HEADER).put((byte) 0).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static void readOrRefused(RecordSerde<?> serde, byte[] bytes) {
        try {
            serde.deserialize("t", bytes);
        } catch (SerializationException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    /** A lone surrogate is no text: UTF-8 has no bytes for it. */
    private static String wellFormed(String text) {
        return text.replaceAll("[\\ud800-\\udfff]", "?");
    }
}
