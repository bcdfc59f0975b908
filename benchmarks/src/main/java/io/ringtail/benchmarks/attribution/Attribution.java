package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.effect.PlaceboBands;
import io.ringtail.schemas.record.MetricEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Prints what the analysis of effects finds where the truth is known, as tables in Markdown, and beside it what people
 * use today on the same windows. All shares with exact 95 % intervals (Clopper-Pearson).
 */
public final class Attribution {
    private static final int SAMPLES = 300;
    private static final int MANY = 60;
    private static final double TRUE_EFFECT = 0.10;

    private final Preset preset;

    /**
     * How much is run.
     *
     * @param noises kinds of drawn windows
     * @param effects sizes of changes
     * @param nulls runs without a change, for false alarms
     * @param powers runs with one, for each size
     * @param coverages runs for the interval's coverage
     * @param judgements runs of the other questions
     * @param banded whether the path has learnt its bands from placebos
     */
    record Preset(
            List<Noise> noises,
            List<Double> effects,
            int nulls,
            int powers,
            int coverages,
            int judgements,
            boolean banded) {
        private static final List<Double> ALL = List.of(0.05, 0.10, 0.20, 0.50);

        /** By its name; or four numbers, as {@code 300,50,200,50}, for something between. */
        static Preset named(String name) {
            return switch (name) {
                case "quick" -> new Preset(List.of(Noise.AUTOCORRELATED), List.of(0.10, 0.50), 20, 10, 20, 10, false);
                case "full" -> new Preset(List.of(Noise.values()), ALL, 1000, 200, 1000, 200, true);
                default -> sized(name);
            };
        }

        private static Preset sized(String text) {
            int[] runs =
                    Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
            return new Preset(List.of(Noise.values()), ALL, runs[0], runs[1], runs[2], runs[3], true);
        }
    }

    private Attribution(Preset preset) {
        this.preset = preset;
    }

    /** Runs a preset: quick, full, or four numbers of runs: without a change, with one, for coverage, for the rest. */
    public static void run(String preset) {
        new Attribution(Preset.named(preset)).run();
    }

    private void run() {
        long startMonoNs = System.nanoTime();
        System.out.println("| windows | what | ringtail | t-test | Mann-Whitney | CUSUM |");
        System.out.println("|---|---|---|---|---|---|");
        Judgements.print(preset.judgements);
        preset.noises.forEach(noise -> rows(new Drawn(noise, SAMPLES)));
        rows(new Recorded());
        System.out.printf(Locale.ROOT, "%nTook %.0f s.%n", (System.nanoTime() - startMonoNs) / 1e9);
    }

    private void rows(Truth truth) {
        boolean drawn = truth instanceof Drawn;
        Map<Integer, PlaceboBands> bands = drawn && preset.banded ? Placebos.of(truth) : Map.of();
        List<Run> nulls = runs(truth, 1, preset.nulls, bands);
        print(truth, "false alarms, p99, any look", nulls, run -> run.isFoundWithin(truth.longest()));
        line(truth, "false alarms, other metrics, any look", share(nulls, Run::significantElsewhere), Map.of());
        preset.effects.forEach(effect -> power(truth, effect, bands));
        if (drawn && !truth.equals(new Drawn(Noise.DRIFT, SAMPLES))) {
            coverage(truth);
        }
        double ms = nulls.stream().mapToLong(Run::nanos).average().orElse(0) / 1e6;
        line(truth, "ms for all looks at a change", String.format(Locale.ROOT, "%.0f", ms), Map.of());
    }

    private void power(Truth truth, double effect, Map<Integer, PlaceboBands> bands) {
        List<Run> runs = runs(truth, 1 + effect, preset.powers, bands);
        String size = String.format(Locale.ROOT, "%.0f %% on p99", 100 * effect);
        line(truth, size + " found within 60 windows", share(runs, run -> run.isFoundWithin(60)), Map.of());
        print(truth, size + " found within " + truth.longest(), runs, run -> run.isFoundWithin(truth.longest()));
        List<Run> found =
                runs.stream().filter(run -> run.isFoundWithin(truth.longest())).toList();
        line(truth, size + ": sign right where found", share(found, run -> run.hasSign(1)), Map.of());
    }

    private static List<Run> runs(Truth truth, double factor, int count, Map<Integer, PlaceboBands> bands) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(Run.of(truth, factor, 1 + i, bands));
        }
        return runs;
    }

    /** How often the interval at the last look holds the true difference, known from many more windows. */
    private void coverage(Truth truth) {
        double expected = p99(truth, 1 + TRUE_EFFECT) - p99(truth, 1);
        int covered = 0;
        int given = 0;
        for (int i = 0; i < preset.coverages; i++) {
            MetricEffect last = Run.last(truth, 1 + TRUE_EFFECT, 500_000 + i);
            if (last.getLow() != null) {
                given++;
                covered += last.getLow() <= expected && expected <= last.getHigh() ? 1 : 0;
            }
        }
        line(truth, "95 % interval of a 10 % effect covers it", new Share(covered, given).toString(), Map.of());
    }

    private static double p99(Truth truth, double factor) {
        SparseHistogram merged = new SparseHistogram();
        for (int i = 0; i < MANY; i++) {
            List<SparseHistogram> windows = truth.windows(0, truth.longest(), factor, 900_000 + i);
            windows.subList(Truth.GAP, windows.size()).forEach(merged::merge);
        }
        return merged.valueAtRankNs(Percentiles.rank(9_900, merged.count()));
    }

    private static void print(Truth truth, String what, List<Run> runs, Predicate<Run> hit) {
        Map<Peers, String> peers = new EnumMap<>(Peers.class);
        for (Peers peer : Peers.values()) {
            peers.put(peer, share(runs, run -> run.peers().get(peer)));
        }
        line(truth, what, share(runs, hit), peers);
    }

    private static String share(List<Run> runs, Predicate<Run> hit) {
        return new Share((int) runs.stream().filter(hit).count(), runs.size()).toString();
    }

    private static void line(Truth truth, String what, String ours, Map<Peers, String> peers) {
        System.out.printf(
                "| %s | %s | %s | %s | %s | %s |%n",
                truth.label(),
                what,
                ours,
                peers.getOrDefault(Peers.T_TEST, ""),
                peers.getOrDefault(Peers.MANN_WHITNEY, ""),
                peers.getOrDefault(Peers.CUSUM, ""));
    }
}
