package io.ringtail.processors.history;

import io.ringtail.schemas.record.Effect;
import java.util.List;

/**
 * All that a report tells of one path.
 *
 * @param totals counts and percentiles over the range
 * @param configurations the settings it ran under
 * @param effects what changes did to it, each at its largest look
 * @param accounts where a round trip's time goes, by CPU time
 * @param segments the same by the kernels' stamps
 * @param curve the range in steps
 * @param heatMap the distribution in steps
 * @param proberSettings all settings of the prober's end at the end of the range, with the reasons of what is absent
 * @param responderSettings likewise of the responder's
 * @param missing what the windows lack
 */
public record PathDetails(
        PathReport totals,
        List<Configuration> configurations,
        List<Effect> effects,
        PathAccounts accounts,
        PathSegments segments,
        List<CurvePoint> curve,
        HeatMap heatMap,
        List<SettingAt> proberSettings,
        List<SettingAt> responderSettings,
        Missing missing) {}
