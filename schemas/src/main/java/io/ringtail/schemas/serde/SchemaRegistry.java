package io.ringtail.schemas.serde;

import org.apache.avro.Schema;

/**
 * Where schemas get their ids, in the terms of the Confluent wire format. Implementations are thread safe and remember
 * what they have seen, so that the hot path asks nobody.
 */
public interface SchemaRegistry extends AutoCloseable {
    /**
     * The id of a schema under a subject, registering it if it is new. Two writers that race get the same id.
     *
     * @throws SchemaRegistryException if the registry cannot be reached in time or refuses the schema
     */
    int register(String subject, Schema schema);

    /**
     * The schema of an id.
     *
     * @throws SchemaRegistryException if there is none, or the registry cannot be reached in time
     */
    Schema byId(int id);

    @Override
    void close();
}
