package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.stats.Holm;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Before against after on one path, at the largest look that the windows allow. p99 is the question; the others are one
 * family beside it (Holm). Significant is what is beyond the level that this look may spend, and outside the band of the
 * path's placebos where that is known. Stateless.
 */
public final class EffectAnalysis {
    private static final double LOAD_LEVEL = 0.01;
    private static final double LOAD_SIZE = Math.log(1.05);
    private static final long SECOND_NS = 1_000_000_000;
    private static final long APART_NS = 60 * SECOND_NS;

    private EffectAnalysis() {}

    /**
     * Compares.
     *
     * @param before every window kept of the epoch before the change; those nearest it are compared
     * @param after every window of the epoch after it
     * @param bands the path's placebos at this look
     * @param seed of the resampling; the same gives the same answer
     * @throws IllegalArgumentException where one side is a closed loop and the other an open one
     */
    public static EffectResult compare(Side before, Side after, PlaceboBands bands, long seed) {
        if (before.schedule() != after.schedule()) {
            throw new IllegalArgumentException("a closed loop cannot be compared with an open one");
        }
        int look = Looks.reached(Math.min(before.size(), after.size())).orElse(0);
        int last = Looks.reached(before.size()).orElse(0);
        if (look == 0) {
            return insufficient(before, after, last);
        }
        Side one = before.last(look);
        Side other = after.first(look);
        SparseHistogram oneMerged = one.merged();
        SparseHistogram otherMerged = other.merged();
        Map<Metric, Estimate> estimates = estimates(one, oneMerged, other, otherMerged, seed);
        Map<Metric, Double> logRatios = LogRatios.of(one, other);
        Judge judge = new Judge(look, last, bands, logRatios);
        List<MetricEffect> metrics = judge.metrics(estimates);
        return new EffectResult(
                look,
                last,
                Verdicts.overall(metrics, look == last),
                provisional(metrics, look, last),
                remarks(before, one, other, bands, logRatios, seed),
                metrics,
                oneMerged,
                otherMerged,
                one.windows().getLast().startEpochNs(),
                other.windows().getFirst().startEpochNs(),
                before.simulated() || after.simulated());
    }

    private static EffectResult insufficient(Side before, Side after, int last) {
        String reason = before.size() + " usable windows before and " + after.size() + " after, " + Looks.LEAST
                + " needed on each side";
        return new EffectResult(
                0,
                last,
                EffectVerdict.INSUFFICIENT,
                List.of(),
                List.of(reason),
                List.of(),
                new SparseHistogram(),
                new SparseHistogram(),
                0,
                0,
                before.simulated() || after.simulated());
    }

    private static Map<Metric, Estimate> estimates(
            Side before, SparseHistogram beforeMerged, Side after, SparseHistogram afterMerged, long seed) {
        Map<Metric, Estimate> estimates = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            long own = seed + metric.label().hashCode();
            if (metric.isPercentile()) {
                estimates.put(metric, PercentileEstimate.of(before, beforeMerged, after, afterMerged, metric, own));
            } else if (applies(metric, before)) {
                estimates.put(metric, ratio(metric, before, after, own));
            }
        }
        return estimates;
    }

    private static boolean applies(Metric metric, Side side) {
        return !metric.isLoad() && (metric != Metric.TRANSACTIONS || side.schedule() == Schedule.CLOSED);
    }

    private static Estimate ratio(Metric metric, Side before, Side after, long seed) {
        Series one = MetricParts.series(metric, before, 0);
        Series other = MetricParts.series(metric, after, 0);
        Estimate estimate = RatioEstimate.of(one, other, seed);
        return metric == Metric.LOSS ? scarceLoss(one, other, estimate) : estimate;
    }

    /** Losses are events as exceedances are: the side that has more must have enough of them. */
    private static Estimate scarceLoss(Series before, Series after, Estimate estimate) {
        Series more = before.events() > after.events() ? before : after;
        boolean enough =
                more.events() >= PercentileEstimate.EXCEEDANCES && more.blocksWithEvents() >= PercentileEstimate.BLOCKS;
        return enough || !estimate.isTested()
                ? estimate
                : estimate.withoutVerdict("no verdict: " + Math.round(more.events()) + " lost in "
                        + more.blocksWithEvents() + " independent blocks, " + PercentileEstimate.EXCEEDANCES + " in "
                        + PercentileEstimate.BLOCKS + " needed");
    }

    private static List<String> provisional(List<MetricEffect> metrics, int look, int last) {
        List<String> reasons = new ArrayList<>();
        if (look < last) {
            reasons.add("look at " + look + " of " + last + " windows a side");
        }
        metrics.stream()
                .filter(each -> each.getSignificant() && each.getBand() == null)
                .mapToInt(MetricEffect::getPlacebos)
                .min()
                .ifPresent(placebos -> reasons.add(placebos + " of " + PlaceboBands.ENOUGH + " placebos at this look"));
        return reasons;
    }

    private static List<String> remarks(
            Side all, Side before, Side after, PlaceboBands bands, Map<Metric, Double> logRatios, long seed) {
        List<String> remarks = new ArrayList<>();
        List<String> loads = Metric.loads().stream()
                .filter(each -> loadChanged(each, before, after, bands, logRatios, seed))
                .map(Metric::label)
                .toList();
        if (!loads.isEmpty()) {
            remarks.add("load changed too: " + String.join(", ", loads));
        }
        long apartNs = after.windows().getFirst().startEpochNs()
                - before.windows().getLast().startEpochNs();
        if (apartNs > APART_NS) {
            remarks.add(apartNs / SECOND_NS + " s lie between the two sides");
        }
        if (Excursion.before(all)) {
            remarks.add("followed an excursion; recovery not excluded");
        }
        return remarks;
    }

    /** Outside its placebos; while these are too few, a significant move of more than 5 %. */
    private static boolean loadChanged(
            Metric load, Side before, Side after, PlaceboBands bands, Map<Metric, Double> logRatios, long seed) {
        Double logRatio = logRatios.get(load);
        if (logRatio == null) {
            return false;
        }
        if (bands.band(load).isPresent()) {
            return Math.abs(logRatio) > bands.band(load).getAsDouble();
        }
        double own = MetricParts.ownPackets(before, after);
        Estimate estimate = RatioEstimate.of(
                MetricParts.series(load, before, own),
                MetricParts.series(load, after, own),
                seed + load.label().hashCode());
        return Math.abs(logRatio) > LOAD_SIZE && estimate.p() <= LOAD_LEVEL;
    }

    /** Adjusts p-values and decides on each metric. */
    private record Judge(int look, int last, PlaceboBands bands, Map<Metric, Double> logRatios) {
        List<MetricEffect> metrics(Map<Metric, Estimate> estimates) {
            Map<Metric, Double> adjusted = adjusted(estimates);
            List<MetricEffect> metrics = new ArrayList<>();
            estimates.forEach((metric, estimate) -> metrics.add(metric(metric, estimate, adjusted.get(metric))));
            return metrics;
        }

        private static Map<Metric, Double> adjusted(Map<Metric, Estimate> estimates) {
            List<Metric> family = estimates.keySet().stream()
                    .filter(each ->
                            each != Metric.PRIMARY && estimates.get(each).isTested())
                    .toList();
            double[] holm = Holm.adjusted(
                    family.stream().mapToDouble(each -> estimates.get(each).p()).toArray());
            Map<Metric, Double> adjusted = new EnumMap<>(Metric.class);
            for (int i = 0; i < holm.length; i++) {
                adjusted.put(family.get(i), holm[i]);
            }
            Estimate primary = estimates.get(Metric.PRIMARY);
            if (primary.isTested()) {
                adjusted.put(Metric.PRIMARY, primary.p());
            }
            return adjusted;
        }

        private MetricEffect metric(Metric metric, Estimate estimate, Double adjusted) {
            Double band = bands.band(metric).isPresent()
                    ? Double.valueOf(bands.band(metric).getAsDouble())
                    : null;
            double level = Looks.level(look, last);
            boolean beyond = band == null || Math.abs(logRatios.getOrDefault(metric, 0.0)) > band;
            boolean significant = adjusted != null && adjusted <= level && beyond;
            return MetricEffect.newBuilder()
                    .setMetric(metric.label())
                    .setUnit(metric.unit())
                    .setBefore(known(estimate.before()))
                    .setAfter(known(estimate.after()))
                    .setDifference(known(estimate.difference()))
                    .setLow(known(estimate.low()))
                    .setHigh(known(estimate.high()))
                    .setRatio(known(estimate.after() / estimate.before()))
                    .setLogRatio(logRatios.get(metric))
                    .setLogRatioError(known(estimate.logRatioError()))
                    .setP(known(estimate.p()))
                    .setAdjustedP(adjusted)
                    .setLevel(level)
                    .setPlacebos(bands.count(metric))
                    .setBand(band)
                    .setSignificant(significant)
                    .setVerdict(verdict(metric, estimate, significant))
                    .setAbsence(estimate.absence())
                    .build();
        }

        private EffectVerdict verdict(Metric metric, Estimate estimate, boolean significant) {
            if (significant) {
                return Verdicts.direction(metric, estimate.difference());
            }
            if (look < last) {
                return EffectVerdict.PROVISIONAL;
            }
            return estimate.isTested() ? EffectVerdict.NO_EFFECT_FOUND : EffectVerdict.INSUFFICIENT;
        }

        private static Double known(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }
}
