package io.ringtail.standalone.serve;

import io.ringtail.schemas.knob.Knobs;
import java.util.Set;

/** What the units of the knob catalogue allow. */
final class Units {
    private static final Set<String> ADDITIVE = Set.of("1/s", "bytes/s", "bytes", "packets");

    private Units() {}

    /** Whether a gauge's values of several queues may be summed. */
    static boolean additive(String gauge) {
        return ADDITIVE.contains(Knobs.unit(gauge));
    }
}
