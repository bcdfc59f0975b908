package io.ringtail.schemas.serde;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** A registry of one process, for tests of what is around it. */
public final class InMemorySchemaRegistry implements SchemaRegistry {
    private final List<Schema> schemas = new ArrayList<>();

    @Override
    public synchronized int register(String subject, Schema schema) {
        int index = schemas.indexOf(schema);
        if (index < 0) {
            index = schemas.size();
            schemas.add(schema);
        }
        return index + 1;
    }

    @Override
    public synchronized Schema byId(int id) {
        if (id < 1 || id > schemas.size()) {
            throw new SchemaRegistryException("no schema has the id " + id);
        }
        return schemas.get(id - 1);
    }

    @Override
    public void close() {}
}
