package io.ringtail.processors.analysis.shift;

import java.util.Arrays;
import java.util.List;

/**
 * One metric of some windows, as the test wants it: logarithms for percentiles, shares for loss. Immutable.
 *
 * @param metric which
 * @param startsNs start of each window
 * @param values its value; windows without one are left out
 */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
record ShiftSeries(ShiftMetric metric, long[] startsNs, double[] values) {
    static ShiftSeries of(ShiftMetric metric, List<ShiftWindow> windows) {
        List<ShiftWindow> usable = windows.stream()
                .filter(window -> !Double.isNaN(value(metric, window)))
                .toList();
        return new ShiftSeries(
                metric,
                usable.stream().mapToLong(ShiftWindow::startNs).toArray(),
                usable.stream().mapToDouble(window -> value(metric, window)).toArray());
    }

    private static double value(ShiftMetric metric, ShiftWindow window) {
        return switch (metric) {
            case P99 -> Math.log(window.p99Ns());
            case P50 -> Math.log(window.p50Ns());
            case LOSS -> window.sent() == 0 ? Double.NaN : (double) window.lost() / window.sent();
        };
    }

    int size() {
        return values.length;
    }

    /** Location of some windows: the median; the mean for loss, of which most windows have none. */
    double location(int from, int to) {
        double[] part = Arrays.copyOfRange(values, from, to);
        return metric == ShiftMetric.LOSS ? mean(part) : Cusum.median(part);
    }

    /** Locations of every so many windows from the first; what is left over at the end is part of the last. */
    double[] locations(int each) {
        double[] all = new double[values.length / each];
        for (int i = 0; i < all.length; i++) {
            all[i] = location(i * each, i == all.length - 1 ? values.length : (i + 1) * each);
        }
        return all;
    }

    /** A value as it is told: ns, or a share. */
    double told(double value) {
        return metric == ShiftMetric.LOSS ? value : Math.exp(value);
    }

    /** The size of a difference as it is told: a ratio, or a difference of shares. */
    double toldSize(double difference) {
        return metric == ShiftMetric.LOSS ? difference : Math.exp(difference);
    }

    /** Where the windows around a split are told apart best: least absolute deviations from both locations. */
    int refined(int split, int reach) {
        double before = location(0, split);
        double after = location(split, values.length);
        int best = split;
        double least = 0;
        double cost = 0;
        for (int at = split; at > Math.max(1, split - reach); at--) {
            cost += Math.abs(values[at - 1] - after) - Math.abs(values[at - 1] - before);
            if (cost < least) {
                least = cost;
                best = at - 1;
            }
        }
        cost = 0;
        for (int at = split; at < Math.min(values.length - 1, split + reach); at++) {
            cost += Math.abs(values[at] - before) - Math.abs(values[at] - after);
            if (cost < least) {
                least = cost;
                best = at + 1;
            }
        }
        return best;
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }
}
