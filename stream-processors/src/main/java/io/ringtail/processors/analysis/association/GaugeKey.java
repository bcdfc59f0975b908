package io.ringtail.processors.analysis.association;

import java.util.Comparator;

/**
 * A gauge of an end.
 *
 * @param end {@code prober} or {@code responder}
 * @param name name in the knob catalogue
 * @param queue queue; empty for what is the whole end's
 */
public record GaugeKey(String end, String name, String queue) implements Comparable<GaugeKey> {
    private static final Comparator<GaugeKey> ORDER =
            Comparator.comparing(GaugeKey::end).thenComparing(GaugeKey::name).thenComparing(GaugeKey::queue);

    @Override
    public int compareTo(GaugeKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return end + "." + name + (queue.isEmpty() ? "" : " [" + queue + "]");
    }
}
