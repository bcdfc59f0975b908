package io.ringtail.schemas.serde;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Avro records in the Confluent wire format: a zero byte, the schema's id as four bytes big-endian, the Avro body.
 * Records of older schemas are read as the class's own. Null is null, for tombstones. Thread safe; buffers are reused
 * per thread.
 *
 * @param <T> class of the records
 */
public final class RecordSerde<T extends SpecificRecord> implements Serde<T>, Serializer<T>, Deserializer<T> {
    private static final int HEADER = 5;

    private final Class<T> type;
    private final Schema schema;
    private final SpecificData data;
    private final SchemaRegistry registry;
    private final Map<String, byte[]> headers = new ConcurrentHashMap<>();
    private final Map<Integer, SpecificDatumReader<T>> readers = new ConcurrentHashMap<>();
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

    /** Buffers of one thread. */
    private static final class Scratch {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
        private BinaryEncoder encoder;
        private BinaryDecoder decoder;
    }

    /** For records of a class, with schemas from a registry that the caller closes. */
    public RecordSerde(Class<T> type, SchemaRegistry registry) {
        TrustedRecords.trust();
        this.type = type;
        this.data = SpecificData.getForClass(type);
        this.schema = data.getSchema(type);
        this.registry = registry;
    }

    @Override
    public byte[] serialize(String topic, T value) {
        if (value == null) {
            return null;
        }
        byte[] header = headers.computeIfAbsent(topic, this::header);
        Scratch mine = scratch.get();
        mine.out.reset();
        mine.out.write(header, 0, HEADER);
        mine.encoder = EncoderFactory.get().binaryEncoder(mine.out, mine.encoder);
        try {
            new SpecificDatumWriter<T>(schema, data).write(value, mine.encoder);
            mine.encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new SerializationException("cannot encode a " + type.getSimpleName() + " for " + topic + ": " + e, e);
        }
        return mine.out.toByteArray();
    }

    @Override
    public T deserialize(String topic, byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length < HEADER || bytes[0] != 0) {
            throw new SerializationException("not in the Confluent wire format: " + bytes.length + " bytes"
                    + (bytes.length > 0 ? ", the first " + bytes[0] : ""));
        }
        int id = ByteBuffer.wrap(bytes, 1, 4).getInt();
        SpecificDatumReader<T> reader = readers.computeIfAbsent(id, this::reader);
        Scratch mine = scratch.get();
        mine.decoder = DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, mine.decoder);
        try {
            T value = reader.read(null, mine.decoder);
            if (!mine.decoder.isEnd()) {
                throw new SerializationException("bytes left over behind a " + type.getSimpleName());
            }
            return value;
        } catch (SerializationException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new SerializationException("not a " + type.getSimpleName() + " of schema " + id + ": " + e, e);
        }
    }

    @Override
    public Serializer<T> serializer() {
        return this;
    }

    @Override
    public Deserializer<T> deserializer() {
        return this;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}

    @Override
    public void close() {}

    private byte[] header(String topic) {
        int id = registry.register(topic + "-value", schema);
        return ByteBuffer.allocate(HEADER).put((byte) 0).putInt(id).array();
    }

    private SpecificDatumReader<T> reader(int id) {
        Schema writer = registry.byId(id);
        if (!writer.getFullName().equals(schema.getFullName())) {
            throw new SerializationException(
                    "schema " + id + " is a " + writer.getFullName() + ", not a " + schema.getFullName());
        }
        return new SpecificDatumReader<>(writer, schema, data);
    }
}
