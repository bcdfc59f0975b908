package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import java.util.Set;

/** What the units of the knob catalogue allow. */
final class Units {
    private static final Set<String> ADDITIVE = Set.of("1/s", "bytes/s", "bytes", "packets");

    private Units() {}

    /** Units of all gauges by their names, as JSON. */
    static String json() {
        ObjectNode node = Json.object();
        Knobs.all().stream()
                .filter(knob -> knob.kind() == Knob.Kind.GAUGE)
                .forEach(knob -> node.put(knob.name(), knob.unit()));
        return node.toString();
    }

    /** Whether a gauge's values of several queues may be summed. */
    static boolean additive(String gauge) {
        return ADDITIVE.contains(Knobs.unit(gauge));
    }
}
