package io.ringtail.collectors;

import io.ringtail.schemas.record.Origin;
import org.apache.avro.specific.SpecificRecord;

/** What a source gets for one read; used on the source's thread only, during the read. */
public interface Reading {
    /** Start of this read by the wall clock. Unit: ns since 1970-01-01 UTC. */
    long epochNs();

    /** Start of this read by CLOCK_MONOTONIC. Unit: ns. */
    long monoNs();

    /** A new origin with this read's times, for the records of this read. */
    Origin origin();

    /** Hands a record to the publisher, on the topic of its class. */
    void emit(SpecificRecord record);

    /** Some of the source cannot be read: shown in heartbeats and in {@code doctor} until a read does not say so. */
    void degraded(String what, String reason);

    /** Lines, rows or counters that could not be understood in this read. */
    void skipped(long count);
}
