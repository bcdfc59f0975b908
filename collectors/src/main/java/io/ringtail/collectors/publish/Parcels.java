package io.ringtail.collectors.publish;

import io.ringtail.schemas.serde.TrustedRecords;
import io.ringtail.schemas.topic.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Encodes records. Thread safe; buffers are reused per thread. */
final class Parcels {
    private static final int ROOM = 4096;

    private final Map<Schema, SpecificDatumWriter<SpecificRecord>> writers = new ConcurrentHashMap<>();
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

    /** Buffers of one thread. */
    private static final class Scratch {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(ROOM);
        private BinaryEncoder encoder;
    }

    Parcels() {
        TrustedRecords.trust();
    }

    /**
     * The record as it will be sent.
     *
     * @throws RuntimeException where it lacks what its schema asks for, or no topic takes it
     */
    Parcel of(SpecificRecord record) {
        Schema schema = record.getSchema();
        return new Parcel(
                Topics.of(record.getClass()), Keys.of(record), Keys.epochMs(record), schema, body(record, schema));
    }

    private byte[] body(SpecificRecord record, Schema schema) {
        Scratch mine = scratch.get();
        mine.out.reset();
        mine.encoder = EncoderFactory.get().binaryEncoder(mine.out, mine.encoder);
        try {
            writers.computeIfAbsent(schema, each -> new SpecificDatumWriter<>(each))
                    .write(record, mine.encoder);
            mine.encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return mine.out.toByteArray();
    }
}
