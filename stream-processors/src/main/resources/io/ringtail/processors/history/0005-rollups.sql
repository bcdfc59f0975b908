-- Sums by minute and by hour of what expires after some weeks. The store keeps them up to date by itself: late windows
-- and later revisions are summed up again.

CREATE MATERIALIZED VIEW IF NOT EXISTS windows_1m WITH BASE windows REFRESH EVERY 1m AS (
    SELECT ts, path_id, label, prober_host, prober_interface, responder_host, responder_interface, probe, schedule,
        simulated, count() windows, sum(duration_ns) duration_ns, sum(sent) sent, sum(received) received,
        sum(lost) lost, sum(duplicated) duplicated, sum(late) late, sum(reordered) reordered, sum(flagged) flagged,
        min(min_ns) min_ns, max(max_ns) max_ns, sum(mean_ns * received) sum_ns,
        sum(prober_busy_ns_per_tx * received) prober_busy_ns,
        sum(case when prober_busy_ns_per_tx is null then 0 else received end) prober_tx,
        sum(responder_busy_ns_per_tx * received) responder_busy_ns,
        sum(case when responder_busy_ns_per_tx is null then 0 else received end) responder_tx
    FROM windows SAMPLE BY 1m
) PARTITION BY DAY;

CREATE MATERIALIZED VIEW IF NOT EXISTS windows_1h WITH BASE windows_1m REFRESH EVERY 5m AS (
    SELECT ts, path_id, label, prober_host, prober_interface, responder_host, responder_interface, probe, schedule,
        simulated, sum(windows) windows, sum(duration_ns) duration_ns, sum(sent) sent, sum(received) received,
        sum(lost) lost, sum(duplicated) duplicated, sum(late) late, sum(reordered) reordered, sum(flagged) flagged,
        min(min_ns) min_ns, max(max_ns) max_ns, sum(sum_ns) sum_ns,
        sum(prober_busy_ns) prober_busy_ns, sum(prober_tx) prober_tx,
        sum(responder_busy_ns) responder_busy_ns, sum(responder_tx) responder_tx
    FROM windows_1m SAMPLE BY 1h
) PARTITION BY MONTH;

CREATE MATERIALIZED VIEW IF NOT EXISTS buckets_1m WITH BASE buckets REFRESH EVERY 1m AS (
    SELECT ts, path_id, bucket, low_ns, high_ns, sum(samples) samples FROM buckets SAMPLE BY 1m
) PARTITION BY DAY;

CREATE MATERIALIZED VIEW IF NOT EXISTS buckets_1h WITH BASE buckets_1m REFRESH EVERY 5m AS (
    SELECT ts, path_id, bucket, low_ns, high_ns, sum(samples) samples FROM buckets_1m SAMPLE BY 1h
) PARTITION BY MONTH;

CREATE MATERIALIZED VIEW IF NOT EXISTS gauges_1m WITH BASE gauges REFRESH EVERY 1m AS (
    SELECT ts, host, netns, interface, queue, name, simulated, count() samples, sum(value) sum, min(value) min,
        max(value) max
    FROM gauges SAMPLE BY 1m
) PARTITION BY DAY;

CREATE MATERIALIZED VIEW IF NOT EXISTS gauges_1h WITH BASE gauges_1m REFRESH EVERY 5m AS (
    SELECT ts, host, netns, interface, queue, name, simulated, sum(samples) samples, sum(sum) sum, min(min) min,
        max(max) max
    FROM gauges_1m SAMPLE BY 1h
) PARTITION BY MONTH;
