package io.ringtail.processors.analysis.pool;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Two epochs of a path that follow each other and differ in the knob asked for.
 *
 * @param before the earlier
 * @param after the later
 * @param knob the difference asked for
 * @param others what else differs; empty where everything else is equal
 * @param notKnown settings that were known in one of them only
 * @param changeIds changes between them, sorted
 */
public record Pair(
        PoolEpoch before,
        PoolEpoch after,
        Difference knob,
        List<Difference> others,
        List<String> notKnown,
        List<String> changeIds) {

    /** Of neighbours, with the changes between them; null where the knob does not differ. */
    static Pair of(PoolEpoch before, PoolEpoch after, String knob, Stream<String> changeIds) {
        List<Difference> all = Difference.between(before, after);
        Difference asked = all.stream()
                .filter(each -> each.name().equals(knob))
                .findFirst()
                .orElse(null);
        if (asked == null) {
            return null;
        }
        List<Difference> others = all.stream()
                .filter(each -> !each.equals(asked) && !asked.includes(each))
                .toList();
        return new Pair(
                before,
                after,
                asked,
                others,
                Difference.notKnownConstant(before, after),
                List.copyOf(new TreeSet<>(changeIds.toList())));
    }

    /** Whether everything else is equal, and known to be. */
    public boolean alone() {
        return others.isEmpty() && notKnown.isEmpty() && knob.oldValue() != null && knob.newValue() != null;
    }

    /**
     * What it shares with other pairs of the same event: the changes of the host, which many paths see; the pair itself
     * where they are not known.
     */
    String cluster() {
        return changeIds.isEmpty() ? before.pathId() + " " + after.epochId() : String.join(" ", changeIds);
    }

    /** Whether the change went from the higher value to the lower. */
    boolean downward() {
        return Levels.ORDER.compare(knob.oldValue(), knob.newValue()) > 0;
    }

    String low() {
        return downward() ? knob.newValue() : knob.oldValue();
    }

    String high() {
        return downward() ? knob.oldValue() : knob.newValue();
    }
}
