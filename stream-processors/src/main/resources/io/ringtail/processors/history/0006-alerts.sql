-- Alerts, one row from firing to resolved; rare and kept for good.

CREATE TABLE IF NOT EXISTS alerts (
    "ts" TIMESTAMP,
    "alert_id" VARCHAR,
    "rule" SYMBOL,
    "severity" SYMBOL,
    "state" SYMBOL,
    "resolved_ts" TIMESTAMP,
    "subject" VARCHAR,
    "host" SYMBOL,
    "interface" SYMBOL,
    "path" SYMBOL,
    "summary" VARCHAR,
    "value" DOUBLE,
    "threshold" DOUBLE,
    "unit" SYMBOL,
    "about" VARCHAR,
    "resolution" VARCHAR,
    "labels" VARCHAR,
    "transition_id" VARCHAR,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "alert_id");
