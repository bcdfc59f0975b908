package io.ringtail.processors.analysis.shift;

import io.ringtail.processors.analysis.stats.BlockLength;
import io.ringtail.processors.analysis.stats.MovingBlocks;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds shifts within one epoch. A {@link Cusum} triggers; {@link EDivisive} on medians of ten windows confirms, permuting
 * blocks as long as the medians' own autocorrelation asks for ({@link BlockLength}); the size must be worth telling and
 * stand out of the scatter; and most of it must lie close around the point, since a drift is no shift. The interval of the
 * size is the percentile interval of a moving-block bootstrap of each side (Künsch 1989, see {@link MovingBlocks}; Davison
 * and Hinkley (1997), Bootstrap Methods and their Application, section 5.3.1).
 *
 * <p>Sizes compare the median window of both sides; they say where the windows' percentiles moved, and are no percentiles
 * of all round trips. Assumes that windows further apart than a block are independent on each side. Pure.
 */
public final class ShiftDetector {
    private static final int SHORTEST_BLOCK = 2;
    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.025;
    private static final long SEED = 0x5eed_0004L;

    private final ShiftRules rules;

    /** With these rules. */
    public ShiftDetector(ShiftRules rules) {
        this.rules = rules;
    }

    /**
     * Looks at one metric of the newest windows of one epoch.
     *
     * @param windows in order of time, all of one epoch, none before the metric's last shift that was found
     */
    public Optional<Shift> look(ShiftMetric metric, List<ShiftWindow> windows) {
        int from = Math.max(0, windows.size() - rules.windows());
        return look(ShiftSeries.of(metric, windows.subList(from, windows.size())));
    }

    /** Looks at all metrics. */
    public List<Shift> look(List<ShiftWindow> windows) {
        return Arrays.stream(ShiftMetric.values())
                .flatMap(metric -> look(metric, windows).stream())
                .toList();
    }

    private Optional<Shift> look(ShiftSeries series) {
        if (series.size() < 2 * rules.shortestSide() * rules.perMedian() || !Cusum.triggers(series.values())) {
            return Optional.empty();
        }
        double[] medians = series.locations(rules.perMedian());
        EDivisive test = new EDivisive(medians, rules.shortestSide());
        int split = test.best().at();
        if (!worthTelling(series, split * rules.perMedian()) || !standsOut(medians, split) || !abrupt(medians, split)) {
            return Optional.empty();
        }
        double p = test.p(blockLength(medians, split), rules.permutations(), SEED);
        return p > rules.level() ? Optional.empty() : Optional.of(shift(series, split * rules.perMedian(), p));
    }

    private boolean worthTelling(ShiftSeries series, int at) {
        double size = Math.abs(series.location(at, series.size()) - series.location(0, at));
        return series.metric() == ShiftMetric.LOSS ? size >= rules.leastLoss() : size >= Math.log1p(rules.leastRatio());
    }

    /** Whether the sides lie further apart than their medians scatter: median absolute deviation, as of a normal. */
    private boolean standsOut(double[] medians, int split) {
        double[] scatter =
                Arrays.stream(withoutShift(medians, split)).map(Math::abs).toArray();
        double size = median(medians, split, medians.length) - median(medians, 0, split);
        return Math.abs(size) >= rules.leastScatters() * Cusum.median(scatter) / Cusum.MAD_OF_NORMAL;
    }

    /** Whether the minutes on both sides already differ by most of what the whole sides differ by. */
    private boolean abrupt(double[] medians, int split) {
        int near = rules.shortestSide();
        double whole = median(medians, split, medians.length) - median(medians, 0, split);
        double close = median(medians, split, split + near) - median(medians, split - near, split);
        return close / whole >= rules.abruptShare();
    }

    /** From the medians without the shift, since a shift alone looks like autocorrelation; never single medians. */
    private static int blockLength(double[] medians, int split) {
        return Math.max(SHORTEST_BLOCK, BlockLength.of(withoutShift(medians, split)));
    }

    private static double[] withoutShift(double[] medians, int split) {
        double before = median(medians, 0, split);
        double after = median(medians, split, medians.length);
        double[] left = medians.clone();
        for (int i = 0; i < left.length; i++) {
            left[i] -= i < split ? before : after;
        }
        return left;
    }

    private Shift shift(ShiftSeries series, int roughly, double p) {
        int at = series.refined(roughly, rules.perMedian());
        double before = series.location(0, at);
        double after = series.location(at, series.size());
        double[] sizes = resampled(series, at);
        return new Shift(
                series.metric(),
                series.startsNs()[at],
                series.told(before),
                series.told(after),
                series.toldSize(after - before),
                series.toldSize(sizes[(int) (TAIL * RESAMPLES)]),
                series.toldSize(sizes[RESAMPLES - 1 - (int) (TAIL * RESAMPLES)]),
                p,
                at,
                series.size() - at);
    }

    /** Differences of the sides' locations, sorted. */
    private static double[] resampled(ShiftSeries series, int at) {
        double[] before = locations(series, 0, at, SEED);
        double[] after = locations(series, at, series.size(), SEED + 1);
        double[] sizes = new double[RESAMPLES];
        Arrays.setAll(sizes, i -> after[i] - before[i]);
        Arrays.sort(sizes);
        return sizes;
    }

    private static double[] locations(ShiftSeries series, int from, int to, long seed) {
        double[] side = Arrays.copyOfRange(series.values(), from, to);
        ShiftSeries drawn = new ShiftSeries(series.metric(), new long[0], new double[side.length]);
        MovingBlocks blocks = new MovingBlocks(side.length, Math.min(side.length, BlockLength.of(side)), seed);
        int[] elements = new int[side.length];
        double[] locations = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            blocks.next(elements);
            Arrays.setAll(drawn.values(), j -> side[elements[j]]);
            locations[i] = drawn.location(0, side.length);
        }
        return locations;
    }

    private static double median(double[] values, int from, int to) {
        return Cusum.median(Arrays.copyOfRange(values, from, to));
    }
}
