package io.ringtail.processors.analysis.alert;

import io.ringtail.processors.analysis.alert.Threshold.Mode;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.TailShift;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Alerts' summaries. Pure. */
final class AlertWords {
    private static final double US_PER_MS = 1e3;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;
    private static final int NAMED = 3;
    private static final MathContext DIGITS = new MathContext(3);

    private AlertWords() {}

    static String level(AlertRule.Level rule, Judgement now) {
        Threshold threshold = now.threshold();
        String unit = Figures.unit(threshold.figures().getFirst());
        String queue = now.queue().isEmpty() ? "" : " on " + now.queue();
        String what = switch (threshold.mode()) {
            case VALUE ->
                value(now.value(), unit)
                        + queue
                        + (threshold.above() == 0 ? "" : ", over " + value(threshold.above(), unit));
            case INCREASE -> "+" + number(now.value()) + queue;
            case CHANGE -> now.queue();
        };
        String often = threshold.mode() == Mode.CHANGE || rule.seconds() == 1
                ? ""
                : " in " + rule.seconds() + " of " + rule.of() + " s";
        return rule.says() + ": " + what + often;
    }

    static String regression(Effect effect) {
        String moved = effect.getMetrics().stream()
                .filter(each -> each.getSignificant() && each.getDifference() != null)
                .limit(NAMED)
                .map(AlertWords::moved)
                .collect(Collectors.joining(", "));
        String together = effect.getConfounded() ? " (changed together, nothing can tell which it was)" : "";
        return moved + " after "
                + effect.getKnobs().stream().limit(NAMED).map(AlertWords::knob).collect(Collectors.joining(", "))
                + together;
    }

    private static String moved(MetricEffect metric) {
        boolean time = metric.getUnit().equals("ns");
        double by = time ? metric.getDifference() / NS_PER_US : metric.getDifference();
        return metric.getMetric() + " " + (by > 0 ? "+" : "") + number(by) + " " + (time ? "us" : metric.getUnit());
    }

    private static String knob(EffectKnob knob) {
        return knob.getName() + " " + knob.getOldValue() + " -> " + knob.getNewValue();
    }

    static String shift(TailShift shift) {
        String name = shift.getMetric().name().toLowerCase(Locale.ROOT);
        boolean loss = name.equals("loss");
        String from = loss ? value(shift.getBefore(), "ratio") : value(shift.getBefore() / NS_PER_US, "us");
        String to = loss ? value(shift.getAfter(), "ratio") : value(shift.getAfter() / NS_PER_US, "us");
        String first = shift.getSuspects().isEmpty()
                ? "no suspect"
                : "first suspect: " + shift.getSuspects().getFirst().getWhat();
        return name + " " + from + " -> " + to + "; " + first;
    }

    static String changes(Collection<KnobChange> knobs) {
        String all = knobs.stream().limit(NAMED).map(AlertWords::change).collect(Collectors.joining(", "));
        return knobs.size() > NAMED ? all + " and " + (knobs.size() - NAMED) + " more" : all;
    }

    private static String change(KnobChange change) {
        String queue = change.getQueue() == null ? "" : " [" + change.getQueue() + "]";
        return change.getName() + queue + " " + orUnknown(change.getOldValue()) + " -> "
                + orUnknown(change.getNewValue());
    }

    static String step(long stepNs) {
        return (stepNs > 0 ? "+" : "") + number(stepNs / NS_PER_MS) + " ms";
    }

    private static String orUnknown(String value) {
        return value == null ? "not known" : value;
    }

    /** A value in the unit that its readers think in. */
    static String value(double value, String unit) {
        return switch (unit) {
            case "us" -> value >= US_PER_MS ? number(value / US_PER_MS) + " ms" : number(value) + " us";
            case "ratio" -> number(PERCENT * value) + " %";
            case "" -> number(value);
            case "1/s" -> number(value) + "/s";
            default -> number(value) + " " + unit;
        };
    }

    static String number(double value) {
        BigDecimal exact = BigDecimal.valueOf(value);
        boolean whole = value == Math.rint(value);
        return (whole
                        ? exact.setScale(0, RoundingMode.UNNECESSARY)
                        : exact.round(DIGITS).stripTrailingZeros())
                .toPlainString();
    }
}
