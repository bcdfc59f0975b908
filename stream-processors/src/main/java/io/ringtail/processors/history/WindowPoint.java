package io.ringtail.processors.history;

/**
 * A stored window, for curves. What is absent is null.
 *
 * @param startEpochNs its start; ns since 1970-01-01 UTC
 * @param durationNs its length, ns
 * @param revision its revision
 * @param completeness what is in it, as in the windows' schema
 * @param epochId epoch that it belongs to
 * @param sent requests intended
 * @param received requests answered in time
 * @param lost requests not answered in time
 * @param flagged samples touched by a pause of the prober or a clock step
 * @param minNs shortest round trip, ns
 * @param p50Ns median, ns
 * @param p90Ns 90th percentile, ns
 * @param p95Ns 95th percentile, ns
 * @param p99Ns 99th percentile, ns
 * @param p999Ns 99.9th percentile, ns
 * @param maxNs longest round trip, ns
 * @param meanNs mean round trip, ns
 * @param tps answered requests per second
 * @param proberBusyNsPerTx service demand of the prober, ns a transaction
 * @param responderBusyNsPerTx service demand of the responder, ns a transaction
 * @param remarks what to know before using it
 */
public record WindowPoint(
        long startEpochNs,
        long durationNs,
        int revision,
        String completeness,
        String epochId,
        long sent,
        long received,
        long lost,
        long flagged,
        Long minNs,
        Long p50Ns,
        Long p90Ns,
        Long p95Ns,
        Long p99Ns,
        Long p999Ns,
        Long maxNs,
        Double meanNs,
        Double tps,
        Double proberBusyNsPerTx,
        Double responderBusyNsPerTx,
        String remarks) {}
