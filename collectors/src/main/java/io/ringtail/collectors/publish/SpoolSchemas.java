package io.ringtail.collectors.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The schemas that a spool's records were written with, one file each, so that an agent of a later version still
 * delivers what an earlier one left. Guarded by its owner's lock.
 */
final class SpoolSchemas {
    private static final String SUFFIX = ".avsc";

    private final Path directory;
    private final IdentityHashMap<Schema, Long> fingerprints = new IdentityHashMap<>();
    private final Map<Long, Schema> known = new HashMap<>();

    SpoolSchemas(Path directory) {
        this.directory = directory;
    }

    /** Of a schema, which is kept from now on. */
    long fingerprint(Schema schema) throws IOException {
        Long fingerprint = fingerprints.get(schema);
        if (fingerprint == null) {
            byte[] text = schema.toString().getBytes(StandardCharsets.UTF_8);
            fingerprint = SchemaNormalization.fingerprint64(text);
            write(fingerprint, text);
            fingerprints.put(schema, fingerprint);
            known.put(fingerprint, schema);
        }
        return fingerprint;
    }

    /** The schema of a fingerprint, or null. */
    Schema of(long fingerprint) {
        return known.computeIfAbsent(fingerprint, this::read);
    }

    private void write(long fingerprint, byte[] text) throws IOException {
        Path file = file(fingerprint);
        if (!Files.exists(file)) {
            Path fresh = Files.write(directory.resolve(file.getFileName() + ".new"), text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private Schema read(long fingerprint) {
        Path file = file(fingerprint);
        try {
            return Files.exists(file) ? new Schema.Parser().parse(Files.readString(file)) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(long fingerprint) {
        return directory.resolve(Long.toHexString(fingerprint) + SUFFIX);
    }
}
