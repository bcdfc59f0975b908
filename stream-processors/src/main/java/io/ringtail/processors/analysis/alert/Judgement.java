package io.ringtail.processors.analysis.alert;

import io.ringtail.processors.analysis.alert.Threshold.Mode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the figures of some seconds say of a rule: the worst queue's.
 *
 * @param verdict of the worst queue
 * @param queue that queue; empty where the figures are the whole's
 * @param value of the first threshold's figure. Unit: the figure's
 * @param threshold what it was compared with. Unit: the figure's
 */
public record Judgement(Verdict verdict, String queue, double value, Threshold threshold) {
    /** From good to bad. */
    public enum Verdict {
        /** At or below the level that clears. */
        GOOD,
        /** Neither. */
        BETWEEN,
        /** Over the threshold. */
        BAD
    }

    /**
     * Judges.
     *
     * @param when thresholds that have to be over at once
     * @param figures all that is known of the seconds
     * @param last the last values by figure and queue, for thresholds on differences; brought up to date
     * @return null where a threshold has no figure
     */
    static Judgement of(List<Threshold> when, List<Figure> figures, Map<String, Double> last) {
        Map<Threshold, Map<String, Double>> values = new HashMap<>();
        NavigableSet<String> queues = new TreeSet<>();
        for (Threshold threshold : when) {
            Map<String, Double> byQueue = values(threshold, figures, last);
            values.put(threshold, byQueue);
            queues.addAll(byQueue.keySet());
        }
        Judgement worst = null;
        for (String queue : queues) {
            Judgement here = of(when, values, queue);
            if (here != null && (worst == null || here.isWorseThan(worst))) {
                worst = here;
            }
        }
        return worst;
    }

    private static Judgement of(List<Threshold> when, Map<Threshold, Map<String, Double>> values, String queue) {
        Verdict verdict = Verdict.BAD;
        for (Threshold threshold : when) {
            Double value = values.get(threshold).get(queue);
            if (value == null) {
                return null;
            }
            Verdict here = verdict(threshold, value);
            verdict = here.compareTo(verdict) < 0 ? here : verdict;
        }
        return new Judgement(verdict, queue, values.get(when.getFirst()).get(queue), when.getFirst());
    }

    private static Verdict verdict(Threshold threshold, double value) {
        if (value > threshold.above()) {
            return Verdict.BAD;
        }
        return value <= threshold.clear() ? Verdict.GOOD : Verdict.BETWEEN;
    }

    private static Map<String, Double> values(Threshold threshold, List<Figure> figures, Map<String, Double> last) {
        Map<String, Double> largest = new TreeMap<>();
        figures.stream()
                .filter(figure -> threshold.figures().contains(figure.name()))
                .forEach(figure -> largest.merge(figure.queue(), figure.value(), Math::max));
        return threshold.mode() == Mode.VALUE ? largest : differences(threshold, largest, last);
    }

    private static Map<String, Double> differences(
            Threshold threshold, Map<String, Double> now, Map<String, Double> last) {
        Map<String, Double> differences = new TreeMap<>();
        now.forEach((queue, value) -> {
            Double before = last.put(threshold.figures().getFirst() + ' ' + queue, value);
            if (before == null) {
                return;
            }
            if (threshold.mode() == Mode.CHANGE) {
                differences.put(queue, before.equals(value) ? 0.0 : 1.0);
            } else if (value >= before) {
                differences.put(queue, value - before);
            }
        });
        return differences;
    }

    private boolean isWorseThan(Judgement other) {
        int by = verdict.compareTo(other.verdict);
        return by > 0 || (by == 0 && value > other.value);
    }
}
