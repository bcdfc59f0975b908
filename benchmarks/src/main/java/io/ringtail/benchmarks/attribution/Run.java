package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.effect.EffectAnalysis;
import io.ringtail.processors.analysis.effect.EffectResult;
import io.ringtail.processors.analysis.effect.EffectWindow;
import io.ringtail.processors.analysis.effect.PlaceboBands;
import io.ringtail.processors.analysis.effect.Side;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One change, seen at every look: what the analysis said, and what others would have said of the same windows.
 *
 * @param looks p99's effect at each look
 * @param significantElsewhere whether another metric was significant at some look
 * @param peers who gave an alarm at some look
 * @param nanos CPU time of the looks
 */
record Run(TreeMap<Integer, MetricEffect> looks, boolean significantElsewhere, Map<Peers, Boolean> peers, long nanos) {
    private static final List<Integer> SIZES = List.of(30, 60, 120, 300);
    private static final long SECOND_NS = 1_000_000_000;

    /** Makes it. */
    static Run of(Truth truth, double factor, long seed, Map<Integer, PlaceboBands> bands) {
        int side = truth.longest();
        List<SparseHistogram> all = truth.windows(side, side, factor, seed);
        List<SparseHistogram> before = all.subList(0, side);
        List<SparseHistogram> after = all.subList(side + Truth.GAP, all.size());
        TreeMap<Integer, MetricEffect> looks = new TreeMap<>();
        boolean elsewhere = false;
        long started = System.nanoTime();
        for (int look : SIZES) {
            if (look <= side) {
                EffectResult result = EffectAnalysis.compare(
                        sideOf(before, 0),
                        sideOf(after.subList(0, look), side + Truth.GAP),
                        bands.getOrDefault(look, PlaceboBands.NONE),
                        seed);
                looks.put(look, p99(result));
                elsewhere |= result.metrics().stream()
                        .anyMatch(each ->
                                each.getSignificant() && !each.getMetric().equals("p99"));
            }
        }
        long nanos = System.nanoTime() - started;
        return new Run(looks, elsewhere, peers(Peers.p99s(before), Peers.p99s(after)), nanos);
    }

    /** p99's effect at the last look alone. */
    static MetricEffect last(Truth truth, double factor, long seed) {
        int side = truth.longest();
        List<SparseHistogram> all = truth.windows(side, side, factor, seed);
        Side before = sideOf(all.subList(0, side), 0);
        Side after = sideOf(all.subList(side + Truth.GAP, all.size()), side + Truth.GAP);
        return p99(EffectAnalysis.compare(before, after, PlaceboBands.NONE, seed));
    }

    /** Whether p99 was significant at a look of at most so many windows. */
    boolean isFoundWithin(int windows) {
        return looks.headMap(windows, true).values().stream().anyMatch(MetricEffect::getSignificant);
    }

    /** Whether the first significant look has this sign. */
    boolean hasSign(double sign) {
        return looks.values().stream()
                .filter(MetricEffect::getSignificant)
                .findFirst()
                .filter(each -> each.getDifference() * sign > 0)
                .isPresent();
    }

    static Side sideOf(List<SparseHistogram> windows, int first) {
        List<EffectWindow> all = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            all.add(new EffectWindow(
                    (first + i) * SECOND_NS,
                    1,
                    windows.get(i),
                    0,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    false));
        }
        return new Side(Schedule.OPEN, true, all);
    }

    static MetricEffect p99(EffectResult result) {
        return result.metrics().stream()
                .filter(each -> each.getMetric().equals("p99"))
                .findFirst()
                .orElseThrow();
    }

    private static Map<Peers, Boolean> peers(double[] before, double[] after) {
        Map<Peers, Boolean> alarms = new EnumMap<>(Peers.class);
        for (Peers peer : Peers.values()) {
            boolean alarm = false;
            for (int look : SIZES) {
                if (look <= after.length) {
                    double[] one = Arrays.copyOfRange(before, before.length - look, before.length);
                    double[] other = Arrays.copyOf(after, look);
                    alarm |= peer.alarms(peer == Peers.CUSUM ? before : one, other);
                }
            }
            alarms.put(peer, alarm);
        }
        return alarms;
    }
}
