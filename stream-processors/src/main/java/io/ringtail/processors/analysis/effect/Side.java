package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Schedule;
import java.util.List;

/**
 * One side of a comparison: windows of one path and one epoch.
 *
 * @param schedule open or closed loop
 * @param simulated whether a simulator made them
 * @param windows in the order of time, without flagged ones
 */
public record Side(Schedule schedule, boolean simulated, List<EffectWindow> windows) {
    /** Without the windows that are flagged. */
    public Side {
        windows = windows.stream().filter(each -> !each.flagged()).toList();
    }

    /** Number of usable windows. */
    public int size() {
        return windows.size();
    }

    /** Its last windows, those nearest a change that follows. */
    Side last(int count) {
        return new Side(schedule, simulated, windows.subList(windows.size() - count, windows.size()));
    }

    /** Its first windows, those nearest a change before it. */
    Side first(int count) {
        return new Side(schedule, simulated, windows.subList(0, count));
    }

    /** All round trips. */
    SparseHistogram merged() {
        SparseHistogram merged = new SparseHistogram();
        windows.forEach(each -> merged.merge(each.roundTrips()));
        return merged;
    }

    /** Requests not answered. */
    long lost() {
        return windows.stream().mapToLong(EffectWindow::lost).sum();
    }
}
