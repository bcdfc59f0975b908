package io.ringtail.processors.history;

import io.ringtail.schemas.record.Percentile;
import java.util.List;

/**
 * A percentile, or the reason for its absence; one of the two is null.
 *
 * @param percent which, percent
 * @param valueNs its value, ns
 * @param absence why it is absent
 */
public record PercentileValue(double percent, Long valueNs, String absence) {
    static PercentileValue of(Percentile percentile) {
        return new PercentileValue(percentile.getPercent(), percentile.getValueNs(), percentile.getAbsence());
    }

    /** The value of one of several percentiles, ns; null where it is absent or none of them. */
    public static Long valueNs(List<PercentileValue> percentiles, double percent) {
        return percentiles.stream()
                .filter(each -> each.percent() == percent)
                .findFirst()
                .map(PercentileValue::valueNs)
                .orElse(null);
    }
}
