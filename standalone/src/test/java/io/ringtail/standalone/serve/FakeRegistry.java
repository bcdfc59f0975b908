package io.ringtail.standalone.serve;

import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.U64;
import io.ringtail.schemas.serde.RegisteredSchema;
import java.util.List;
import java.util.Optional;

/** A registry with two subjects: one with two versions, one that shares a schema with it. */
final class FakeRegistry implements RegistryReader {
    static final String OLD = U64.getClassSchema().toString();
    static final String NEW = Absence.getClassSchema().toString();

    @Override
    public List<String> subjects() {
        return List.of("ringtail.changes-value", "ringtail.windows-value");
    }

    @Override
    public List<RegisteredSchema> versions(String subject) {
        return switch (subject) {
            case "ringtail.windows-value" ->
                List.of(new RegisteredSchema(subject, 1, 3, OLD), new RegisteredSchema(subject, 2, 7, NEW));
            case "ringtail.changes-value" -> List.of(new RegisteredSchema(subject, 1, 3, OLD));
            default -> List.of();
        };
    }

    @Override
    public Optional<String> byId(int id) {
        return id == 3 ? Optional.of(OLD) : id == 7 ? Optional.of(NEW) : Optional.empty();
    }

    @Override
    public List<RegisteredSchema> uses(int id) {
        return subjects().stream()
                .flatMap(subject -> versions(subject).stream())
                .filter(registered -> registered.id() == id)
                .toList();
    }
}
