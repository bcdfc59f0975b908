package io.ringtail.processors.analysis.association;

/**
 * Rank correlation of a gauge with the tail at one lag.
 *
 * @param lag windows by which the gauge comes before the tail; below 0 where it comes after
 * @param coefficient Spearman's, -1 to 1
 * @param interval its 95 % interval (moving blocks); null where it was not asked for
 * @param p probability of one as far from 0 without any association, given the memory of both
 * @param adjustedP the same after Benjamini and Hochberg over all gauges and lags
 * @param givenLoad Spearman's partial coefficient given packets a second; null where absent
 * @param givenLoadP its p; null where absent
 * @param givenLoadAbsence why there is none; null where there is
 */
public record LagCorrelation(
        int lag,
        double coefficient,
        Interval interval,
        double p,
        double adjustedP,
        Double givenLoad,
        Double givenLoadP,
        String givenLoadAbsence) {
    private static final double LEVEL = 0.05;

    /** Whether nothing is left of it once the load is given: both then follow the load. */
    public boolean goesWithLoad() {
        return givenLoadP != null && givenLoadP > LEVEL;
    }
}
