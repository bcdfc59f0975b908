package io.ringtail.processors.analysis.alert;

import java.util.List;

/**
 * What figures of one kind are compared with.
 *
 * @param figures names; the largest of those present counts
 * @param mode what of it is compared
 * @param above over this it is bad. Unit: the figure's
 * @param clear at or below this it is good again; at most {@code above}. Unit: the figure's
 */
public record Threshold(List<String> figures, Mode mode, double above, double clear) {
    /** What is compared. */
    public enum Mode {
        /** The value itself. */
        VALUE,
        /** By how much it grew since the last time; a counter that was set back says nothing. */
        INCREASE,
        /** Whether it differs from the last time: 1 or 0. */
        CHANGE
    }
}
