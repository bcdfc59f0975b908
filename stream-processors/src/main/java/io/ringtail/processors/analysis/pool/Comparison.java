package io.ringtail.processors.analysis.pool;

import java.util.List;

/**
 * Two values of a knob compared, everything else equal.
 *
 * @param knob name of the knob, prefixed {@code prober.} or {@code responder.}
 * @param low the lower value
 * @param high the higher value; effects are high over low
 * @param pooled pooled log ratio; null where it is not pooled
 * @param notPooled why it is not pooled; null where it is
 * @param clusters changes of hosts that it rests on, the earliest first
 * @param hosts how many hosts were changed
 * @param windows windows that it rests on
 * @param split by the setting that explains most of the heterogeneity; null where there is none to explain or no
 *     setting explains it
 * @param leftOut pairs without an estimate, with the reason
 */
public record Comparison(
        String knob,
        String low,
        String high,
        Pooled pooled,
        String notPooled,
        List<Cluster> clusters,
        long hosts,
        long windows,
        Split split,
        List<String> leftOut) {}
