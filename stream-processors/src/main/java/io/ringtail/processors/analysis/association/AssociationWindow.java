package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.SparseHistogram;
import java.util.Map;

/**
 * A window, as the search for associations needs it.
 *
 * @param startNs start, ns since 1970-01-01 UTC, cluster's time line
 * @param epochId epoch that it belongs to
 * @param histogram its round trips
 * @param lost requests not answered
 * @param gauges gauges of both ends
 */
public record AssociationWindow(
        long startNs, String epochId, SparseHistogram histogram, long lost, Map<GaugeKey, Double> gauges) {}
