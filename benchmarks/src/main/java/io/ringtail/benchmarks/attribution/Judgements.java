package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.association.AssociationSearch;
import io.ringtail.processors.analysis.association.AssociationWindow;
import io.ringtail.processors.analysis.association.GaugeAssociation;
import io.ringtail.processors.analysis.association.GaugeKey;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.PairEffect;
import io.ringtail.processors.analysis.pool.PoolEpoch;
import io.ringtail.processors.analysis.shift.GaugeSeries;
import io.ringtail.processors.analysis.shift.NearbyChange;
import io.ringtail.processors.analysis.shift.Shift;
import io.ringtail.processors.analysis.shift.ShiftDetector;
import io.ringtail.processors.analysis.shift.ShiftMetric;
import io.ringtail.processors.analysis.shift.ShiftRules;
import io.ringtail.processors.analysis.shift.ShiftWindow;
import io.ringtail.processors.analysis.shift.Suspect;
import io.ringtail.processors.analysis.shift.Suspects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Confounded changes, shifts that nobody announced, gauges: right answers where the truth is known. Stateless. */
final class Judgements {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int SIDE = 240;
    private static final int GAUGES = 10;
    private static final double SHIFT = 1.2;
    private static final Truth PATH = new Drawn(Noise.AUTOCORRELATED, 300);
    private static final List<String> KNOBS = List.of(
            "responder.coalesce.rx-usecs",
            "responder.coalesce.tx-frames",
            "prober.coalesce.rx-usecs",
            "responder.ring.rx",
            "prober.link.qdisc");

    private Judgements() {}

    /** Prints their rows. */
    static void print(int runs) {
        row("two settings changed together, none of them blamed alone", confounded(runs));
        List<Boolean> alarms = new ArrayList<>();
        List<Boolean> found = new ArrayList<>();
        List<Boolean> changeFirst = new ArrayList<>();
        List<Boolean> gaugeFirst = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            alarms.add(shift(windows(1, i)).isPresent());
            Optional<Shift> shift = shift(windows(SHIFT, i));
            found.add(shift.isPresent());
            int seed = i;
            shift.ifPresent(each -> changeFirst.add(suspectsChange(each, seed)));
            shift.ifPresent(each -> gaugeFirst.add(suspectsGauge(each, seed)));
        }
        row("unannounced shift of 20 % found, 240 windows a side", share(found));
        row("shift found in 480 unchanged windows", share(alarms));
        row("first suspect right: a setting of the path changed 5 s before", share(changeFirst));
        row("first suspect right: one of ten gauges shifted with it", share(gaugeFirst));
        gauges(runs);
    }

    private static void row(String what, Share share) {
        System.out.printf("| %s | %s | %s | | | |%n", PATH.label(), what, share);
    }

    private static Share share(List<Boolean> all) {
        return new Share((int) all.stream().filter(each -> each).count(), all.size());
    }

    private static Share confounded(int runs) {
        int right = 0;
        for (int i = 0; i < runs; i++) {
            SplittableRandom random = new SplittableRandom(i);
            String one = KNOBS.get(random.nextInt(KNOBS.size()));
            String other = KNOBS.get((KNOBS.indexOf(one) + 1 + random.nextInt(KNOBS.size() - 1)) % KNOBS.size());
            List<PoolEpoch> epochs = List.of(epoch(0, one, other, "1"), epoch(1, one, other, "2"));
            right += isConfounded(epochs, one) && isConfounded(epochs, other) ? 1 : 0;
        }
        return new Share(right, runs);
    }

    private static boolean isConfounded(List<PoolEpoch> epochs, String knob) {
        KnobPool pool = KnobPool.of(epochs, knob, pair -> PairEffect.of(0.2, 0.01, 60));
        return pool.comparisons().isEmpty() && pool.confounded().size() == 1;
    }

    private static PoolEpoch epoch(int number, String one, String other, String value) {
        long fromNs = number * 120L * SECOND_NS;
        return new PoolEpoch(
                "path",
                "epoch-" + number,
                "a",
                "b",
                fromNs,
                fromNs + 100 * SECOND_NS,
                100,
                List.of("change-" + number),
                Map.of(one, value, other, value, "responder.link.mtu", "1500"),
                Set.of());
    }

    private static List<ShiftWindow> windows(double factor, int seed) {
        List<ShiftWindow> windows = new ArrayList<>();
        for (SparseHistogram each : PATH.windows(SIDE, SIDE - Truth.GAP, factor, seed)) {
            windows.add(new ShiftWindow(
                    windows.size() * SECOND_NS, percentile(each, 9_900), percentile(each, 5_000), each.count(), 0));
        }
        return windows;
    }

    private static double percentile(SparseHistogram window, int hundredths) {
        return window.valueAtRankNs(Percentiles.rank(hundredths, window.count()));
    }

    private static Optional<Shift> shift(List<ShiftWindow> windows) {
        List<Shift> all = new ShiftDetector(ShiftRules.DEFAULT).look(windows);
        return all.stream()
                .filter(each -> each.metric() == ShiftMetric.P99)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    private static boolean suspectsChange(Shift shift, int seed) {
        long atNs = SIDE * SECOND_NS;
        NearbyChange change =
                new NearbyChange("c", "responder", true, "rx-usecs", atNs - 6 * SECOND_NS, atNs - 5 * SECOND_NS);
        List<Suspect> all = Suspects.of(shift, List.of(change), series(seed, false), List.of());
        return !all.isEmpty() && "c".equals(all.getFirst().changeId());
    }

    private static boolean suspectsGauge(Shift shift, int seed) {
        List<Suspect> all = Suspects.of(shift, List.of(), series(seed, true), List.of());
        return !all.isEmpty() && all.getFirst().what().startsWith("gauge-0 ");
    }

    /** Ten gauges, of which the first may have shifted in the middle. */
    private static List<GaugeSeries> series(int seed, boolean shifted) {
        List<GaugeSeries> all = new ArrayList<>();
        for (int gauge = 0; gauge < GAUGES; gauge++) {
            double[] values = Noise.AUTOCORRELATED.levels(2 * SIDE, random(seed, gauge));
            long[] starts = new long[values.length];
            for (int i = 0; i < values.length; i++) {
                starts[i] = i * SECOND_NS;
                values[i] = 100 * Math.exp(values[i]) * (shifted && gauge == 0 && i >= SIDE ? 1.5 : 1);
            }
            all.add(new GaugeSeries("responder", "gauge-" + gauge, starts, values));
        }
        return all;
    }

    /** Ten gauges within one epoch: the tail follows the first. */
    private static void gauges(int runs) {
        List<Boolean> right = new ArrayList<>();
        List<Boolean> wrong = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            for (GaugeAssociation each :
                    AssociationSearch.of(associated(i), false).gauges()) {
                boolean moves = each.verdict() == GaugeAssociation.Verdict.MOVES_WITH;
                (each.gauge().name().equals("gauge-0") ? right : wrong).add(moves);
            }
        }
        row("gauge that drives the tail found (of ten, 240 windows)", share(right));
        row("other gauges found", share(wrong));
    }

    private static List<AssociationWindow> associated(int seed) {
        double[][] gauges = new double[GAUGES][];
        for (int gauge = 0; gauge < GAUGES; gauge++) {
            gauges[gauge] = Noise.AUTOCORRELATED.levels(SIDE, random(seed, gauge));
        }
        RandomGenerator random = random(seed, GAUGES);
        List<AssociationWindow> windows = new ArrayList<>();
        for (int i = 0; i < SIDE; i++) {
            SparseHistogram histogram = new SparseHistogram();
            for (int sample = 0; sample < 1000; sample++) {
                boolean tail = random.nextDouble() < 0.03 * Math.exp(20 * gauges[0][i]);
                histogram.add((long) (30_000 * (1 + 0.05 * random.nextGaussian())) + (tail ? 40_000 : 0));
            }
            Map<GaugeKey, Double> values = new TreeMap<>();
            for (int gauge = 0; gauge < GAUGES; gauge++) {
                values.put(new GaugeKey("responder", "gauge-" + gauge, ""), gauges[gauge][i]);
            }
            windows.add(new AssociationWindow(i * SECOND_NS, "epoch", histogram, 0, values));
        }
        return windows;
    }

    private static RandomGenerator random(int seed, int stream) {
        return new SplittableRandom(1_000L * seed + stream);
    }
}
