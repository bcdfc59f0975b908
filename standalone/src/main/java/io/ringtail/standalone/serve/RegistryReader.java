package io.ringtail.standalone.serve;

import io.ringtail.schemas.serde.RegisteredSchema;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import java.util.List;
import java.util.Optional;

/** The read side of a schema registry, as Confluent's REST interface tells it. Implementations are thread safe. */
public interface RegistryReader {
    /** All subjects, sorted. */
    List<String> subjects();

    /** Schemas of a subject, oldest first; empty if there is no such subject. */
    List<RegisteredSchema> versions(String subject);

    /** JSON of the schema of this id. */
    Optional<String> byId(int id);

    /** Every version of every subject that has this id. */
    List<RegisteredSchema> uses(int id);

    /** The registry in a topic, read to its end before each answer; it stays the caller's. */
    static RegistryReader of(TopicSchemaRegistry registry) {
        return new RegistryReader() {
            @Override
            public List<String> subjects() {
                registry.refresh();
                return registry.subjects();
            }

            @Override
            public List<RegisteredSchema> versions(String subject) {
                registry.refresh();
                return registry.versions(subject).stream()
                        .flatMap(version -> registry.byVersion(subject, version).stream())
                        .toList();
            }

            @Override
            public Optional<String> byId(int id) {
                Optional<String> known = registry.textById(id);
                if (known.isPresent()) {
                    return known;
                }
                registry.refresh();
                return registry.textById(id);
            }

            @Override
            public List<RegisteredSchema> uses(int id) {
                registry.refresh();
                return registry.uses(id);
            }
        };
    }

    /** For a server beside an external registry, which clients ask themselves: no subjects. */
    static RegistryReader none() {
        return new RegistryReader() {
            @Override
            public List<String> subjects() {
                return List.of();
            }

            @Override
            public List<RegisteredSchema> versions(String subject) {
                return List.of();
            }

            @Override
            public Optional<String> byId(int id) {
                return Optional.empty();
            }

            @Override
            public List<RegisteredSchema> uses(int id) {
                return List.of();
            }
        };
    }
}
