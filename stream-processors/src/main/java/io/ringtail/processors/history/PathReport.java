package io.ringtail.processors.history;

import java.util.List;

/**
 * A path over a range of time. What is absent is null.
 *
 * @param pathId its id
 * @param label it in words
 * @param windows windows in the range
 * @param sent requests intended
 * @param received requests answered in time
 * @param lost requests not answered in time
 * @param duplicated replies that came again
 * @param late replies that came after their request had counted as lost
 * @param reordered replies that came before that of an earlier request
 * @param flagged samples touched by a pause of the prober or a clock step
 * @param percentiles p50, p90, p95, p99, p99.9 from all the range's samples
 * @param minNs shortest round trip, ns
 * @param maxNs longest round trip, ns
 * @param meanNs mean round trip, ns
 * @param tps answered requests per second of the windows' time
 * @param proberBusyNsPerTx service demand of the prober, ns a transaction
 * @param responderBusyNsPerTx service demand of the responder, ns a transaction
 * @param simulated whether a simulator made any of it
 */
public record PathReport(
        String pathId,
        String label,
        long windows,
        long sent,
        long received,
        long lost,
        long duplicated,
        long late,
        long reordered,
        long flagged,
        List<PercentileValue> percentiles,
        Long minNs,
        Long maxNs,
        Double meanNs,
        Double tps,
        Double proberBusyNsPerTx,
        Double responderBusyNsPerTx,
        boolean simulated) {}
