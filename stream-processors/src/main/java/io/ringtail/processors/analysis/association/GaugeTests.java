package io.ringtail.processors.analysis.association;

import io.ringtail.processors.analysis.stats.BlockLength;
import io.ringtail.processors.analysis.stats.MovingBlocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A gauge against the tail at each lag.
 *
 * @param gauge the gauge
 * @param pairs the pairs at each lag, the lowest first
 * @param r the coefficient at each
 * @param p its probability without any association
 */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
record GaugeTests(GaugeKey gauge, List<Lagged> pairs, double[] r, double[] p) {
    private static final double SCREEN = 0.05;
    private static final int RESAMPLES = 500;
    private static final long SEED = 0x5eed_0006L;
    private static final int FEWEST_FOR_PARTIAL = 5;

    static GaugeTests of(GaugeKey gauge, List<Stretch> stretches, TailRanks tail) {
        List<double[]> ranks = stretches.stream()
                .map(stretch -> Ranks.centred(stretch.gauges().get(gauge)))
                .toList();
        List<Lagged> pairs = new ArrayList<>();
        for (int lag = -AssociationSearch.MOST_LAG; lag <= AssociationSearch.MOST_LAG; lag++) {
            pairs.add(Lagged.of(ranks, tail.tail(), tail.load(), lag));
        }
        double[] r = pairs.stream()
                .mapToDouble(each -> Correlation.of(each.x(), each.y()))
                .toArray();
        double[] p = new double[r.length];
        Arrays.setAll(p, i -> p(pairs.get(i), r[i]));
        return new GaugeTests(gauge, pairs, r, p);
    }

    /** With memory there are fewer independent pairs and p is higher: what is high without it needs no more counting. */
    private static double p(Lagged pairs, double r) {
        if (Double.isNaN(r)) {
            return 1;
        }
        double quick = Correlation.p(r, pairs.size());
        return quick > SCREEN ? quick : Correlation.p(r, Correlation.independentPairs(pairs.x(), pairs.y()));
    }

    /** Which lag has the lowest p; the nearest to 0 among equals. */
    int strongest() {
        int middle = AssociationSearch.MOST_LAG;
        int best = middle;
        for (int away = 1; away <= middle; away++) {
            best = p[middle + away] < p[best] ? middle + away : best;
            best = p[middle - away] < p[best] ? middle - away : best;
        }
        return best;
    }

    int windows() {
        return pairs.get(AssociationSearch.MOST_LAG).size();
    }

    LagCorrelation correlation(int at, double adjustedP, boolean withInterval, boolean closedLoop) {
        String absence = absence(pairs.get(at), closedLoop);
        Double partial = absence == null ? partial(pairs.get(at), r[at]) : null;
        return new LagCorrelation(
                at - AssociationSearch.MOST_LAG,
                r[at],
                withInterval ? interval(pairs.get(at)) : null,
                p[at],
                adjustedP,
                partial,
                partial == null ? null : Double.valueOf(partialP(pairs.get(at), partial)),
                absence);
    }

    private String absence(Lagged lagged, boolean closedLoop) {
        if (closedLoop) {
            return "closed loop: the load is the probe's own rate";
        }
        if (RateDriven.isLoad(gauge)) {
            return "it is the load itself";
        }
        if (lagged.size() < FEWEST_FOR_PARTIAL || !lagged.loadKnown()) {
            return "packets/s are not known in all windows";
        }
        return Double.isNaN(partial(lagged, Correlation.of(lagged.x(), lagged.y()))) ? "packets/s do not vary" : null;
    }

    private static double partial(Lagged lagged, double r) {
        return Correlation.partial(r, Correlation.of(lagged.x(), lagged.z()), Correlation.of(lagged.y(), lagged.z()));
    }

    private static double partialP(Lagged lagged, double partial) {
        return Correlation.p(partial, Correlation.independentPairs(lagged.x(), lagged.y()) - 1);
    }

    private static Interval interval(Lagged lagged) {
        int n = lagged.size();
        double[] products = new double[n];
        Arrays.setAll(products, i -> lagged.x()[i] * lagged.y()[i]);
        MovingBlocks blocks = new MovingBlocks(n, BlockLength.of(products), SEED);
        int[] places = new int[n];
        double[] replicates = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            blocks.next(places);
            replicates[i] = Correlation.of(lagged.x(), lagged.y(), places);
        }
        return Interval.of(replicates);
    }
}
