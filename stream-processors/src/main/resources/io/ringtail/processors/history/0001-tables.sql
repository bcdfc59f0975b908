-- The tables of the history. Deduplication makes writing twice the same as writing once.
-- What comes every second is partitioned by hour, since late rows rewrite the partition that they fall into; what is rare
-- and kept for good is partitioned by day, to keep the number of partitions down.

CREATE TABLE IF NOT EXISTS windows (
    "ts" TIMESTAMP,
    "path_id" SYMBOL,
    "label" SYMBOL,
    "prober_host" SYMBOL,
    "prober_netns" SYMBOL,
    "prober_interface" SYMBOL,
    "responder_host" SYMBOL,
    "responder_netns" SYMBOL,
    "responder_interface" SYMBOL,
    "probe" SYMBOL,
    "schedule" SYMBOL,
    "revision" INT,
    "completeness" SYMBOL,
    "epoch_id" SYMBOL,
    "duration_ns" LONG,
    "sent" LONG,
    "received" LONG,
    "lost" LONG,
    "duplicated" LONG,
    "late" LONG,
    "reordered" LONG,
    "flagged" LONG,
    "min_ns" LONG,
    "max_ns" LONG,
    "mean_ns" DOUBLE,
    "p50_ns" LONG,
    "p90_ns" LONG,
    "p95_ns" LONG,
    "p99_ns" LONG,
    "p999_ns" LONG,
    "tps" DOUBLE,
    "prober_busy_ns_per_tx" DOUBLE,
    "prober_thread_ns_per_tx" DOUBLE,
    "responder_busy_ns_per_tx" DOUBLE,
    "responder_thread_ns_per_tx" DOUBLE,
    "remarks" VARCHAR,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "path_id");

CREATE TABLE IF NOT EXISTS buckets (
    "ts" TIMESTAMP,
    "path_id" SYMBOL,
    "bucket" INT,
    "low_ns" LONG,
    "high_ns" LONG,
    "samples" LONG
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "path_id", "bucket");

CREATE TABLE IF NOT EXISTS gauges (
    "ts" TIMESTAMP,
    "host" SYMBOL,
    "netns" SYMBOL,
    "interface" SYMBOL,
    "queue" SYMBOL,
    "name" SYMBOL,
    "value" DOUBLE,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "host", "netns", "interface", "queue", "name");

CREATE TABLE IF NOT EXISTS changes (
    "ts" TIMESTAMP,
    "change_id" VARCHAR,
    "name" SYMBOL,
    "queue" SYMBOL,
    "from_ts" TIMESTAMP,
    "host" SYMBOL,
    "netns" SYMBOL,
    "object" SYMBOL,
    "interface" SYMBOL,
    "old_value" VARCHAR,
    "new_value" VARCHAR,
    "unit" SYMBOL,
    "trigger" SYMBOL,
    "paths" VARCHAR,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "change_id", "name", "queue");

CREATE TABLE IF NOT EXISTS epochs (
    "ts" TIMESTAMP,
    "path_id" SYMBOL,
    "epoch_id" VARCHAR,
    "change_ids" VARCHAR,
    "prober_settings_id" VARCHAR,
    "responder_settings_id" VARCHAR,
    "reverted" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "path_id", "epoch_id");

CREATE TABLE IF NOT EXISTS settings (
    "ts" TIMESTAMP,
    "host" SYMBOL,
    "netns" SYMBOL,
    "object" SYMBOL,
    "name" SYMBOL,
    "queue" SYMBOL,
    "value" VARCHAR,
    "unit" SYMBOL,
    "absence" SYMBOL,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "host", "netns", "object", "name", "queue");

CREATE TABLE IF NOT EXISTS agents (
    "ts" TIMESTAMP,
    "host" SYMBOL,
    "netns" SYMBOL,
    "version" SYMBOL,
    "started_ts" TIMESTAMP,
    "heartbeat" LONG,
    "state" SYMBOL,
    "reasons" VARCHAR,
    "sampled" LONG,
    "delivered" LONG,
    "lost" LONG,
    "stalls" LONG,
    "clock_offset_ns" LONG,
    "clock_error_ns" LONG
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "host", "netns");
