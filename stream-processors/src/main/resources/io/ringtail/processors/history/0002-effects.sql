-- Effects of changes. Rare and kept for good, as changes are.

CREATE TABLE IF NOT EXISTS effects (
    "ts" TIMESTAMP,
    "effect_id" VARCHAR,
    "look" INT,
    "metric" SYMBOL,
    "path_id" SYMBOL,
    "label" SYMBOL,
    "change_ids" VARCHAR,
    "knobs" VARCHAR,
    "confounded" BOOLEAN,
    "last_look" INT,
    "unit" SYMBOL,
    "before" DOUBLE,
    "after" DOUBLE,
    "difference" DOUBLE,
    "low" DOUBLE,
    "high" DOUBLE,
    "ratio" DOUBLE,
    "p" DOUBLE,
    "adjusted_p" DOUBLE,
    "significant" BOOLEAN,
    "verdict" SYMBOL,
    "provisional" VARCHAR,
    "remarks" VARCHAR,
    "record" VARCHAR,
    "simulated" BOOLEAN
) TIMESTAMP("ts") PARTITION BY DAY WAL DEDUP UPSERT KEYS("ts", "effect_id", "look", "metric");
