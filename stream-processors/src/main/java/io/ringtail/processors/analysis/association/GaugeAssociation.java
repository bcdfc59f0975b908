package io.ringtail.processors.analysis.association;

/**
 * What is known of a gauge and the tail.
 *
 * @param gauge the gauge
 * @param verdict whether it moves with the tail
 * @param reason why it was not judged; null where it was
 * @param lift null where it was not judged
 * @param correlation at the lag where it is strongest; null where it was not judged
 * @param windows windows in which both are known
 */
public record GaugeAssociation(
        GaugeKey gauge, Verdict verdict, String reason, Lift lift, LagCorrelation correlation, int windows) {
    /** Whether a gauge moves with the tail. Never whether it causes it. */
    public enum Verdict {
        /** It moves with the tail at some lag, at a false discovery rate of 5 %. */
        MOVES_WITH,
        /** No association was found. */
        NONE_FOUND,
        /** It does not vary. */
        CONSTANT,
        /** In a closed loop the probe's own rate drives it. */
        RATE_DRIVEN,
        /** Too few windows. */
        TOO_FEW
    }
}
