package io.ringtail.standalone.capture;

import org.apache.avro.specific.SpecificRecord;

/**
 * One raw record as it stood on its topic.
 *
 * @param topic name of the topic
 * @param key its key
 * @param timestampMs its Kafka timestamp. Unit: ms since 1970-01-01 UTC
 * @param number the header with its number; null without
 * @param value the record; null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record Captured(String topic, byte[] key, long timestampMs, byte[] number, SpecificRecord value) {}
