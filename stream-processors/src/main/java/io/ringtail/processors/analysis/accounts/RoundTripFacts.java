package io.ringtail.processors.analysis.accounts;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Schedule;

/**
 * What the accounts of a round trip are made of. What is not known is null.
 *
 * @param schedule closed or open loop
 * @param sessions requests that can be outstanding at once
 * @param meanNs mean round trip, ns
 * @param histogram the round trips
 * @param requestWireBytes bytes of a request on the wire
 * @param responseWireBytes bytes of a reply on the wire
 * @param prober the prober's end
 * @param responder the responder's end
 */
public record RoundTripFacts(
        Schedule schedule,
        int sessions,
        Double meanNs,
        SparseHistogram histogram,
        int requestWireBytes,
        int responseWireBytes,
        EndFacts prober,
        EndFacts responder) {}
