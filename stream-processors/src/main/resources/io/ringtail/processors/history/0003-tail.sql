-- Shifts that nobody announced, rare and kept for good; gauges that move with the tail, every minute.

CREATE TABLE IF NOT EXISTS shifts (
    "ts" TIMESTAMP,
    "shift_id" VARCHAR,
    "path_id" SYMBOL,
    "label" SYMBOL,
    "metric" SYMBOL,
    "found_ts" TIMESTAMP,
    "before" DOUBLE,
    "after" DOUBLE,
    "size" DOUBLE,
    "size_low" DOUBLE,
    "size_high" DOUBLE,
    "p" DOUBLE,
    "suspects" VARCHAR,
    "record" VARCHAR,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "shift_id");

CREATE TABLE IF NOT EXISTS associations (
    "ts" TIMESTAMP,
    "path_id" SYMBOL,
    "end" SYMBOL,
    "name" SYMBOL,
    "over_queues" SYMBOL,
    "label" SYMBOL,
    "high" VARCHAR,
    "time_high" DOUBLE,
    "tail_in_high" DOUBLE,
    "lift" DOUBLE,
    "lift_low" DOUBLE,
    "lift_high" DOUBLE,
    "lag" INT,
    "correlation" DOUBLE,
    "correlation_low" DOUBLE,
    "correlation_high" DOUBLE,
    "p" DOUBLE,
    "adjusted_p" DOUBLE,
    "given_load" DOUBLE,
    "given_load_p" DOUBLE,
    "windows" INT,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "path_id", "end", "name", "over_queues");
