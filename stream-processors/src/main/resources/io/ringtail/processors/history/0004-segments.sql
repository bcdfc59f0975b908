-- Where the time of round trips goes, by the kernels' stamps.

CREATE TABLE IF NOT EXISTS segments (
    "ts" TIMESTAMP,
    "path_id" SYMBOL,
    "segment" SYMBOL,
    "bucket" INT,
    "low_ns" LONG,
    "high_ns" LONG,
    "samples" LONG
) TIMESTAMP("ts") PARTITION BY HOUR WAL DEDUP UPSERT KEYS("ts", "path_id", "segment", "bucket");
