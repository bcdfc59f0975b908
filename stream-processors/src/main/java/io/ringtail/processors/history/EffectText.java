package io.ringtail.processors.history;

import io.ringtail.processors.analysis.effect.Metric;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EffectVerdict;
import io.ringtail.schemas.record.MetricEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Effects in words. "Moved" is said of what is significant alone; several knobs that changed together are never told
 * apart; values that are significant at 95 % stand in square brackets. Pure.
 */
public final class EffectText {
    private static final double PERCENT = 100;
    private static final int NAMED = 3;

    private EffectText() {}

    /** A paragraph for each effect. */
    public static String of(Bounded<Effect> effects) {
        if (effects.rows().isEmpty()) {
            return "no effects: nothing changed, or the first 30 windows after a change are not in yet\n";
        }
        String all = effects.rows().stream().map(EffectText::paragraph).collect(Collectors.joining("\n"));
        return effects.cut() ? all + "more effects follow: choose a shorter time\n" : all;
    }

    /** Everything known about each effect, with the numbers behind each sentence. */
    public static String explain(List<Effect> effects) {
        return effects.isEmpty()
                ? "no effect of such a change is known: it touches no path, or its first 30 windows are not in yet\n"
                : effects.stream().map(EffectText::explain).collect(Collectors.joining("\n"));
    }

    private static String paragraph(Effect effect) {
        return head(effect) + "    " + sentence(effect) + "\n    " + values(effect) + "\n" + notes(effect);
    }

    /** An effect on one line: what can be said, the values, and what to know of them. */
    public static String line(Effect effect) {
        return TextUnits.moment(effect.getChangeEpochNs()) + "  " + sentence(effect) + ": " + values(effect) + "; "
                + String.join("; ", remarks(effect));
    }

    private static String head(Effect effect) {
        return TextUnits.moment(effect.getChangeEpochNs()) + "  " + Paths.label(effect.getPath())
                + (effect.getSimulated() ? "  (simulated)" : "") + "\n";
    }

    /** What can be said of the change, and no more. */
    static String sentence(Effect effect) {
        String cause = cause(effect);
        String provisional = effect.getProvisional().isEmpty() ? "" : "provisional: ";
        return switch (effect.getVerdict()) {
            case IMPROVED, REGRESSED, MIXED ->
                provisional + (effect.getConfounded() ? cause + "; together they moved " : cause + " moved ")
                        + moved(effect) + ": " + word(effect.getVerdict());
            case NO_EFFECT_FOUND -> "no effect found of " + subject(effect);
            case PROVISIONAL -> "provisional: no effect found so far of " + subject(effect);
            case INSUFFICIENT -> "insufficient data for " + subject(effect);
        };
    }

    /** The one knob, or that nobody can tell which of several it was. */
    private static String cause(Effect effect) {
        if (effect.getKnobs().isEmpty()) {
            return "a change that left no difference";
        }
        return effect.getConfounded()
                ? "cannot tell: " + knobs(effect, " and ") + " changed together"
                : knobs(effect, ", ");
    }

    private static String subject(Effect effect) {
        if (effect.getKnobs().isEmpty()) {
            return "a change that left no difference";
        }
        return knobs(effect, " and ") + (effect.getConfounded() ? ", changed together" : "");
    }

    private static String knobs(Effect effect, String between) {
        List<String> named =
                effect.getKnobs().stream().limit(NAMED).map(EffectText::knob).toList();
        int more = effect.getKnobs().size() - named.size();
        return String.join(between, named) + (more == 0 ? "" : between + more + " more");
    }

    private static String knob(EffectKnob knob) {
        String queues = knob.getQueues().isEmpty() ? "" : " [" + String.join(", ", knob.getQueues()) + "]";
        String unit = knob.getUnit().isEmpty() || knob.getUnit().equals("count") ? "" : " " + knob.getUnit();
        return knob.getName() + queues + " " + knob.getOldValue() + " -> " + knob.getNewValue() + unit;
    }

    private static String moved(Effect effect) {
        boolean tail = effect.getMetrics().stream()
                .anyMatch(each -> each.getSignificant() && each.getMetric().equals(Metric.PRIMARY.label()));
        return tail
                ? "the tail"
                : effect.getMetrics().stream()
                        .filter(MetricEffect::getSignificant)
                        .map(MetricEffect::getMetric)
                        .collect(Collectors.joining(", "));
    }

    private static String word(EffectVerdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** p99 first, then what else is known. */
    private static String values(Effect effect) {
        List<MetricEffect> known = new ArrayList<>(effect.getMetrics().stream()
                .filter(each -> each.getDifference() != null)
                .filter(each -> each.getSignificant() || each.getMetric().startsWith("p"))
                .filter(each -> each.getSignificant() || !each.getMetric().contains("."))
                .toList());
        known.sort((one, other) -> Boolean.compare(isPrimary(other), isPrimary(one)));
        return known.isEmpty()
                ? "no values"
                : known.stream().map(EffectText::value).collect(Collectors.joining("; "));
    }

    private static boolean isPrimary(MetricEffect metric) {
        return metric.getMetric().equals(Metric.PRIMARY.label());
    }

    /** Such as {@code p99 [+92.0 us, 81.0..104.0]}; without brackets where it is not significant. */
    static String value(MetricEffect metric) {
        String text = difference(metric);
        return metric.getMetric() + " " + (metric.getSignificant() ? "[" + text + "]" : text);
    }

    private static String difference(MetricEffect metric) {
        Scale scale = Scale.of(metric);
        String value = scale.signed(metric.getDifference()) + " " + scale.unit();
        return metric.getLow() == null || metric.getHigh() == null
                ? value
                : value + ", " + scale.plain(metric.getLow()) + ".." + scale.plain(metric.getHigh());
    }

    private static String notes(Effect effect) {
        return remarks(effect).stream().map(each -> "    " + each + "\n").collect(Collectors.joining());
    }

    private static List<String> remarks(Effect effect) {
        List<String> notes = new ArrayList<>();
        if (effect.getLook() > 0) {
            notes.add(effect.getLook() + " windows a side");
        }
        if (effect.getKnobs().stream().map(EffectKnob::getGroup).distinct().count() == 1
                && effect.getRemarks().isEmpty()) {
            notes.add("nothing else changed");
        }
        notes.addAll(effect.getProvisional().stream()
                .map(each -> "provisional: " + each)
                .toList());
        notes.addAll(effect.getRemarks());
        notes.add("change " + String.join(" ", effect.getChangeIds()));
        return notes;
    }

    private static String explain(Effect effect) {
        String knobs = effect.getKnobs().stream()
                .map(each -> "    " + knob(each) + "\n")
                .collect(Collectors.joining());
        String metrics = effect.getMetrics().stream().map(EffectText::row).collect(Collectors.joining());
        return head(effect) + "  " + sentence(effect) + "\n  settings that differ:\n"
                + (knobs.isEmpty() ? "    none\n" : knobs) + "  compared:\n" + notes(effect)
                + (metrics.isEmpty() ? "" : "  metrics (significant in square brackets):\n" + header() + metrics);
    }

    private static String header() {
        return line("metric", "before", "after", "difference, 95 % interval", "p", "level", "placebos");
    }

    private static String row(MetricEffect metric) {
        Scale scale = Scale.of(metric);
        String difference = metric.getDifference() == null ? TextUnits.ABSENT : difference(metric);
        String placebos = metric.getBand() == null
                ? metric.getPlacebos() + ", too few"
                : TextUnits.number("+-%.2g %%", PERCENT * Math.expm1(metric.getBand())) + " (" + metric.getPlacebos()
                        + ")";
        String row = line(
                metric.getMetric(),
                scale.value(metric.getBefore()),
                scale.value(metric.getAfter()),
                metric.getSignificant() ? "[" + difference + "]" : difference,
                metric.getAdjustedP() == null ? TextUnits.ABSENT : TextUnits.number("%.2g", metric.getAdjustedP()),
                TextUnits.number("%.2g", metric.getLevel()),
                placebos);
        return metric.getAbsence() == null ? row : row + "        " + metric.getAbsence() + "\n";
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "    %-24s %10s %10s  %-36s %8s %8s  %s\n", (Object[]) cells)
                .replaceAll(" +\n", "\n");
    }

    /** A unit that suits a metric's numbers. */
    private record Scale(double factor, String unit, int digits) {
        private static final double NS_PER_US = 1e3;
        private static final double NS_PER_MS = 1e6;

        static Scale of(MetricEffect metric) {
            return switch (metric.getUnit()) {
                case "ns" -> duration(largest(metric));
                case "share" -> new Scale(1 / PERCENT, "%", 3);
                default -> new Scale(1, metric.getUnit(), 1);
            };
        }

        private static double largest(MetricEffect metric) {
            double before = metric.getBefore() == null ? 0 : metric.getBefore();
            return Math.max(before, metric.getAfter() == null ? 0 : metric.getAfter());
        }

        private static Scale duration(double largestNs) {
            return largestNs < 10 * NS_PER_MS ? new Scale(NS_PER_US, "us", 1) : new Scale(NS_PER_MS, "ms", 2);
        }

        String signed(double value) {
            return String.format(Locale.ROOT, "%+." + digits + "f", value / factor);
        }

        String plain(double value) {
            return String.format(Locale.ROOT, "%." + digits + "f", value / factor);
        }

        String value(Double value) {
            return value == null ? TextUnits.ABSENT : plain(value) + " " + unit;
        }
    }
}
