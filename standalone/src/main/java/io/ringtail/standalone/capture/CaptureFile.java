package io.ringtail.standalone.capture;

import io.ringtail.schemas.serde.TrustedRecords;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * One Avro container file of raw records with their topics. It has the schemas that it was written with, so a later
 * version reads it, as do Avro's own tools. Owned by one thread.
 */
final class CaptureFile implements AutoCloseable {
    private static final Schema SCHEMA = schema();
    private static final SpecificData DATA = new SpecificData(CaptureFile.class.getClassLoader());
    private static final int SYNC_EVERY = 1000;

    private final DataFileWriter<GenericRecord> writer;
    private long count;

    /** A new one; one that is there is overwritten. */
    CaptureFile(Path file) throws IOException {
        TrustedRecords.trust();
        this.writer = new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA, DATA));
        writer.setCodec(CodecFactory.deflateCodec(CodecFactory.DEFAULT_DEFLATE_LEVEL));
        writer.create(SCHEMA, file.toFile());
    }

    /** Topics whose records are raw: those that agents write. */
    static List<Topic> topics() {
        return Topics.all().stream()
                .filter(topic -> topic.writer().equals("collect"))
                .toList();
    }

    void write(Captured captured) throws IOException {
        GenericRecord record = new GenericData.Record(SCHEMA);
        record.put("topic", captured.topic());
        record.put("key", ByteBuffer.wrap(captured.key()));
        record.put("timestampMs", captured.timestampMs());
        record.put("number", captured.number() == null ? null : ByteBuffer.wrap(captured.number()));
        record.put("value", captured.value());
        writer.append(record);
        count++;
        if (count % SYNC_EVERY == 0) {
            writer.flush();
        }
    }

    /** Records so far. */
    long count() {
        return count;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    /**
     * Reads all of a file in its order.
     *
     * @throws IOException where it is no such file, or it is cut off
     */
    static void read(Path file, Consumer<Captured> to) throws IOException {
        TrustedRecords.trust();
        GenericDatumReader<GenericRecord> datums = new GenericDatumReader<>(null, SCHEMA, DATA);
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), datums)) {
            for (GenericRecord record : reader) {
                to.accept(captured(record));
            }
        }
    }

    private static Captured captured(GenericRecord record) {
        return new Captured(
                record.get("topic").toString(),
                bytes(record.get("key")),
                (Long) record.get("timestampMs"),
                bytes(record.get("number")),
                (SpecificRecord) record.get("value"));
    }

    private static byte[] bytes(Object value) {
        if (!(value instanceof ByteBuffer buffer)) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static Schema schema() {
        List<Schema> values = new ArrayList<>(List.of(Schema.create(Schema.Type.NULL)));
        topics().forEach(topic -> values.add(SpecificData.get().getSchema(topic.record())));
        return SchemaBuilder.record("Captured")
                .namespace("io.ringtail.capture")
                .doc("A raw record of Ringtail as it stood on its topic.")
                .fields()
                .requiredString("topic")
                .requiredBytes("key")
                .requiredLong("timestampMs")
                .name("number")
                .type()
                .nullable()
                .bytesType()
                .noDefault()
                .name("value")
                .type(Schema.createUnion(values))
                .noDefault()
                .endRecord();
    }
}
