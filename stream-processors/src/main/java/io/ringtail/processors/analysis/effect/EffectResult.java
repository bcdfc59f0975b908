package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import java.util.List;

/**
 * What one look at a change found.
 *
 * @param look windows a side; 0 where there were too few
 * @param lastLook the largest look that the windows before allow; 0 where there were too few
 * @param verdict of the whole
 * @param provisional why it may still change; empty where it is final
 * @param remarks what else to know
 * @param metrics every metric
 * @param before round trips compared
 * @param after round trips compared
 * @param beforeToEpochNs start of the last window before; meaningless where the look is 0
 * @param afterFromEpochNs start of the first window after; meaningless where the look is 0
 * @param simulated whether either side is
 */
public record EffectResult(
        int look,
        int lastLook,
        EffectVerdict verdict,
        List<String> provisional,
        List<String> remarks,
        List<MetricEffect> metrics,
        SparseHistogram before,
        SparseHistogram after,
        long beforeToEpochNs,
        long afterFromEpochNs,
        boolean simulated) {}
