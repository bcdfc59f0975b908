package io.ringtail.processors.history;

import io.ringtail.processors.analysis.pool.Cluster;
import io.ringtail.processors.analysis.pool.Comparison;
import io.ringtail.processors.analysis.pool.Confounded;
import io.ringtail.processors.analysis.pool.Difference;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.Pooled;
import io.ringtail.processors.analysis.pool.Split;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one knob does, as text; what is significant at 95 % in square brackets. Pure. */
public final class KnobPoolText {
    private KnobPoolText() {}

    /** All ends' knobs. */
    public static String of(List<KnobPool> pools) {
        return pools.stream().map(KnobPoolText::of).collect(Collectors.joining("\n"));
    }

    private static String of(KnobPool pool) {
        StringBuilder text = new StringBuilder(pool.knob()).append(", effect on p99, everything else equal\n");
        if (pool.comparisons().isEmpty()) {
            text.append("    no change of it alone has an effect in this time\n");
        }
        pool.comparisons().forEach(each -> text.append(comparison(each)));
        pool.confounded().forEach(each -> text.append(confounded(each)));
        return text.toString();
    }

    private static String comparison(Comparison each) {
        StringBuilder text = new StringBuilder("    " + each.low() + " -> " + each.high() + ": ");
        if (each.pooled() == null) {
            text.append("not pooled, ").append(each.notPooled()).append('\n');
        } else {
            text.append(effect(each.pooled())).append('\n').append(heterogeneity(each.pooled()));
        }
        text.append(String.format(
                Locale.ROOT,
                "        %d changes of %d hosts, %,d windows%n",
                each.clusters().size(),
                each.hosts(),
                each.windows()));
        if (each.pooled() == null) {
            each.clusters().forEach(cluster -> text.append(cluster(cluster)));
        }
        if (each.split() != null) {
            text.append(split(each.split()));
        }
        each.leftOut()
                .forEach(reason ->
                        text.append("        left out: ").append(reason).append('\n'));
        return text.toString();
    }

    private static String effect(Pooled pooled) {
        String effect = String.format(
                Locale.ROOT,
                "%+.1f %%, %+.1f .. %+.1f",
                percent(pooled.effect()),
                percent(pooled.lower()),
                percent(pooled.upper()));
        return pooled.significant() ? "[" + effect + "]" : effect;
    }

    private static double percent(double logRatio) {
        return 100 * Math.expm1(logRatio);
    }

    private static String heterogeneity(Pooled pooled) {
        return String.format(
                Locale.ROOT,
                "        %s: I2 %.0f %%, Q %.1f (p %.2g)%n",
                pooled.heterogeneous() ? "not the same everywhere" : "no sign that it differs from change to change",
                100 * pooled.iSquared(),
                pooled.q(),
                pooled.qP());
    }

    private static String cluster(Cluster cluster) {
        double error = Math.sqrt(cluster.estimate().variance());
        return String.format(
                Locale.ROOT,
                "        %s  %s: %+.1f %% (standard error %.1f %%), %d %s%n",
                TextUnits.moment(cluster.atEpochNs()),
                cluster.host(),
                percent(cluster.estimate().effect()),
                100 * error,
                cluster.paths(),
                cluster.paths() == 1 ? "path" : "paths");
    }

    private static String split(Split split) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "        exploratory: %s explains %.0f %% of the difference%n",
                split.setting(),
                100 * split.explained()));
        split.strata()
                .forEach(each -> text.append("            ")
                        .append(each.value())
                        .append(": ")
                        .append(effect(each.pooled()))
                        .append("  (")
                        .append(each.pooled().estimates())
                        .append(" changes)\n"));
        return text.toString();
    }

    private static String confounded(Confounded each) {
        String together = Stream.concat(Stream.of(each.pair().knob()), each.pair().others().stream())
                .map(KnobPoolText::difference)
                .collect(Collectors.joining(" and "));
        String head = TextUnits.moment(each.pair().after().fromEpochNs()) + "  cannot tell: ";
        String why = each.pair().others().isEmpty()
                ? together + " changed, and what else did is not known"
                : together + " changed together";
        return "    " + head + why + "\n"
                + each.separators().stream()
                        .map(line -> "        " + line + "\n")
                        .collect(Collectors.joining());
    }

    private static String difference(Difference each) {
        return each.name() + " " + each.oldValue() + " -> " + each.newValue();
    }
}
