package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.association.GaugeAssociation.Verdict;
import java.util.List;

/**
 * All gauges of a path beside its tail.
 *
 * @param gauges the strongest first among those that move with the tail, then the rest by name
 * @param tail what was taken for the window's tail, in words
 * @param windows windows that were looked at
 * @param epochs epochs that they are of
 * @param tests gauges and lags that were tested together
 */
public record Associations(List<GaugeAssociation> gauges, String tail, int windows, int epochs, int tests) {
    /** Those that move with the tail, the strongest first. */
    public List<GaugeAssociation> moving() {
        return gauges.stream()
                .filter(each -> each.verdict() == Verdict.MOVES_WITH)
                .toList();
    }
}
