package io.ringtail.standalone.grafana;

import io.ringtail.schemas.histogram.BucketLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rows that an idle host does not have: effects, shifts, alerts, AF_XDP, drops; all with names that need quoting. */
final class RareRows {
    private static final String HOST = "o''dd \"ä\"";
    private static final String LABEL = HOST + ":eth0 > b:eth0";
    private static final String PATH = "path''id";
    private static final List<String> GAUGES = List.of(
            "irq.rate",
            "irq.cpus-serving",
            "queue.packets",
            "queue.drops",
            "bql.pressure-max",
            "bql.limit",
            "napi.packets-per-poll",
            "xsk.rx-fill",
            "xsk.rx-at-limit",
            "xsk.need-wakeup-tx",
            "xsk.rx-ring-full",
            "xsk.shares-irq-cpu");
    private static final List<String> HOST_GAUGES = List.of("cpu.busy", "softnet.dropped");

    private RareRows() {}

    /** Statements that insert them around a moment. */
    static List<String> inserts(Instant at) {
        List<String> all = new ArrayList<>();
        for (int second = -120; second < 120; second++) {
            Instant ts = at.plusSeconds(second);
            all.add(into(
                    "windows",
                    "ts, path_id, label, completeness, duration_ns, sent, received, lost, max_ns, p50_ns,"
                            + " prober_busy_ns_per_tx",
                    ts,
                    "'" + PATH + "', '" + LABEL + "', 'COMPLETE', 1000000000, 1000, 1000, 0, 200000, 50000, 9000.0"));
            int bucket = BucketLayout.index(second < 0 ? 50_000 : 80_000);
            all.add(into(
                    "buckets",
                    "ts, path_id, bucket, low_ns, high_ns, samples",
                    ts,
                    "'" + PATH + "', " + bucket + ", " + BucketLayout.lowestNs(bucket) + ", "
                            + BucketLayout.highestNs(bucket) + ", 1000"));
        }
        all.add(into(
                "segments",
                "ts, path_id, segment, bucket, low_ns, high_ns, samples",
                at,
                "'" + PATH + "', 'WIRE', 300, 1000, 1007, 10"));
        for (String gauge : GAUGES) {
            all.add(into(
                    "gauges",
                    "ts, host, interface, queue, name, value",
                    at,
                    "'" + HOST + "', 'eth0', 'rx-0', '" + gauge + "', 0.5"));
        }
        for (String gauge : HOST_GAUGES) {
            all.add(into("gauges", "ts, host, name, value", at, "'" + HOST + "', '" + gauge + "', 0.5"));
        }
        all.add(into(
                "settings",
                "ts, host, object, name, queue, value",
                at,
                "'" + HOST + "', 'interface:eth0', 'xsk.zerocopy', '1', 'on'"));
        all.add(into(
                "changes",
                "ts, change_id, name, host, object, interface, old_value, new_value",
                at,
                "'c', 'xsk.zerocopy', '" + HOST + "', 'interface:eth0', 'eth0', 'o''ff', 'on'"));
        for (int look : new int[] {30, 120}) {
            effect(all, at, "e", look, false);
            effect(all, at, "f", look, true);
        }
        all.add(into(
                "shifts",
                "ts, shift_id, path_id, label, metric, before, after, size",
                at,
                "'s', '" + PATH + "', '" + LABEL + "', 'P99', 1.0, 2.0, 2.0"));
        all.add(into(
                "associations",
                "ts, path_id, \"end\", name, over_queues, label, correlation",
                at,
                "'" + PATH + "', 'PROBER', 'cpu.steal', 'max', '" + LABEL + "', 0.5"));
        all.add(into(
                "alerts",
                "ts, alert_id, rule, severity, state, subject, summary",
                at,
                "'a', 'RingtailLoss', 'WARNING', 'FIRING', '" + LABEL + "', 'l''oss'"));
        all.add(into(
                "agents", "ts, host, version, state, lost, clock_offset_ns", at, "'" + HOST + "', '1', 'OK', 3, 100"));
        return all;
    }

    private static void effect(List<String> all, Instant at, String id, int look, boolean confounded) {
        for (String metric : new String[] {"null", "'p99'"}) {
            all.add(into(
                    "effects",
                    "ts, effect_id, look, metric, path_id, label, knobs, confounded, before, after, difference, verdict",
                    at,
                    "'" + id + "', " + look + ", " + metric + ", '" + PATH + "', '" + LABEL
                            + "', 'rx-usecs 18 -> 100', " + confounded + ", 50000.0, 80000.0, 30000.0, 'REGRESSED'"));
        }
    }

    private static String into(String table, String columns, Instant ts, String values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES ('" + ts + "', " + values + ")";
    }
}
