package io.ringtail.schemas;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaPairCompatibility;
import org.apache.avro.specific.SpecificData;

/**
 * The committed versions of each schema that goes to a topic: {@code src/main/avro-versions/<Record>/v1.avsc} and so
 * on, complete in themselves. What was once released stays: stored records were written with it.
 */
final class SchemaVersions {
    static final Path DIRECTORY = Path.of("src/main/avro-versions");

    private SchemaVersions() {}

    /** The schemas as they are now. */
    static List<Schema> current() {
        return Topics.all().stream()
                .map(Topic::record)
                .distinct()
                .map(record -> SpecificData.getForClass(record).getSchema(record))
                .toList();
    }

    /** The committed versions of a record, oldest first. */
    static List<Schema> committed(String record) {
        return IntStream.iterate(1, version -> Files.exists(file(record, version)), version -> version + 1)
                .mapToObj(version -> read(file(record, version)))
                .toList();
    }

    /** Writes the current schema as the next version, if it differs from the newest one. */
    static void write(Schema current) {
        List<Schema> versions = committed(current.getName());
        if (versions.isEmpty() || !versions.getLast().equals(current)) {
            Path file = file(current.getName(), versions.size() + 1);
            try {
                Files.createDirectories(file.getParent());
                Files.writeString(
                        file, new ObjectMapper().readTree(current.toString()).toPrettyString() + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Why a newer schema cannot read records of an older one; empty if it can. */
    static List<String> problems(Schema newer, Schema older) {
        SchemaPairCompatibility result = SchemaCompatibility.checkReaderWriterCompatibility(newer, older);
        return result.getResult().getIncompatibilities().stream()
                .map(problem -> problem.getType() + " at " + problem.getLocation() + ": " + problem.getMessage())
                .toList();
    }

    private static Path file(String record, int version) {
        return DIRECTORY.resolve(record).resolve("v" + version + ".avsc");
    }

    private static Schema read(Path file) {
        try {
            return new Schema.Parser().parse(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
