package io.ringtail.processors.analysis.shift;

import io.ringtail.processors.analysis.shift.Suspect.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Who may have shifted the tail, the most suspicious first: settings changed within 10 s, those of the path before others
 * of the same hosts; gauges that shifted within 20 s; agents that fell silent within 10 s.
 *
 * <p>A gauge is suspected when medians of ten of its windows differ between the sides (Mann and Whitney (1947), Annals of
 * Mathematical Statistics 18, 50-60; at 0.1 %, divided by the number of gauges), almost all on one side are above almost
 * all of the other (Cliff's delta at least 0.8, which one in ten at most contradicts), and its own most likely point
 * ({@link EDivisive}) is that of the shift. Pure.
 */
public final class Suspects {
    private static final long NEAR_NS = 10_000_000_000L;
    private static final int PER_MEDIAN = 10;
    private static final int SHORTEST = 6;
    private static final int NEAR_MEDIANS = 2;
    private static final double LEVEL = 0.001;
    private static final double CLEAR = 0.8;

    private Suspects() {}

    /** All suspects of a shift, in order. */
    public static List<Suspect> of(
            Shift shift, List<NearbyChange> changes, List<GaugeSeries> gauges, List<Silence> silences) {
        List<Suspect> all = new ArrayList<>();
        changes.forEach(change -> ofChange(shift, change).ifPresent(all::add));
        gauges.forEach(gauge -> ofGauge(shift, gauge, gauges.size()).ifPresent(all::add));
        silences.forEach(silence -> ofSilence(shift, silence).ifPresent(all::add));
        all.sort(Comparator.comparing(Suspect::kind)
                .thenComparing(suspect -> suspect.kind() == Kind.GAUGE ? -Math.abs(suspect.strength()) : 0)
                .thenComparing(Suspect::apartNs)
                .thenComparing(Suspect::end)
                .thenComparing(Suspect::what));
        return List.copyOf(all);
    }

    private static Optional<Suspect> ofChange(Shift shift, NearbyChange change) {
        long apart = change.apartNs(shift.atNs());
        Kind kind = change.ofPath() ? Kind.SETTING_OF_PATH : Kind.SETTING_OF_HOST;
        return apart > NEAR_NS
                ? Optional.empty()
                : Optional.of(new Suspect(kind, change.end(), change.what(), apart, change.changeId(), Double.NaN));
    }

    private static Optional<Suspect> ofSilence(Shift shift, Silence silence) {
        long apart = Math.abs(silence.fromNs() - shift.atNs());
        return apart > NEAR_NS
                ? Optional.empty()
                : Optional.of(new Suspect(
                        Kind.AGENT_SILENT,
                        silence.end(),
                        "the agent of the " + silence.end() + " fell silent",
                        apart,
                        null,
                        Double.NaN));
    }

    private static Optional<Suspect> ofGauge(Shift shift, GaugeSeries gauge, int gauges) {
        double[] medians = medians(gauge.values());
        int at = (int) IntStream.range(0, medians.length)
                .filter(i -> gauge.startsNs()[i * PER_MEDIAN] < shift.atNs())
                .count();
        if (at < SHORTEST || medians.length - at < SHORTEST) {
            return Optional.empty();
        }
        double[] before = part(medians, 0, at);
        double[] after = part(medians, at, medians.length);
        double delta = cliffsDelta(before, after);
        int own = new EDivisive(medians, SHORTEST).best().at();
        boolean shifted = Math.abs(delta) >= CLEAR
                && Math.abs(own - at) <= NEAR_MEDIANS
                && MannWhitneyUTest.withDefaults().test(before, after).getPValue() <= LEVEL / gauges;
        return shifted ? Optional.of(suspect(shift, gauge, before, after, own, delta)) : Optional.empty();
    }

    private static Suspect suspect(
            Shift shift, GaugeSeries gauge, double[] before, double[] after, int own, double delta) {
        String what = String.format(
                Locale.ROOT, "%s went from %.4g to %.4g", gauge.name(), Cusum.median(before), Cusum.median(after));
        long apart = Math.abs(gauge.startsNs()[own * PER_MEDIAN] - shift.atNs());
        return new Suspect(Kind.GAUGE, gauge.end(), what, apart, null, delta);
    }

    private static double[] medians(double[] values) {
        return IntStream.range(0, values.length / PER_MEDIAN)
                .mapToDouble(i -> Cusum.median(part(values, i * PER_MEDIAN, (i + 1) * PER_MEDIAN)))
                .toArray();
    }

    /** Share of pairs in which the later is above, minus the share in which it is below: Cliff (1993), Psych. Bull. 114. */
    private static double cliffsDelta(double[] before, double[] after) {
        double sum = 0;
        for (double one : before) {
            for (double two : after) {
                sum += Math.signum(two - one);
            }
        }
        return sum / (before.length * (double) after.length);
    }

    private static double[] part(double[] values, int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }
}
