/**
 * What Ringtail remembers: windows, buckets, gauges, settings, changes, epochs and agents in QuestDB, in process or on a
 * server, written from Kafka and read over PG wire.
 */
package io.ringtail.processors.history;
