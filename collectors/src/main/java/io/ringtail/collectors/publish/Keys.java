package io.ringtail.collectors.publish;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Settings;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;

/** Keys and times of raw records. */
final class Keys {
    private static final long MS = 1_000_000;

    private Keys() {}

    /** The host, or host|netns|object for settings. */
    static byte[] of(SpecificRecord record) {
        Origin origin = origin(record);
        String key = record instanceof Settings settings
                ? String.join("|", origin.getHost(), origin.getNetns(), settings.getObject())
                : origin.getHost();
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Event time by the host's clock. Unit: ms since 1970-01-01 UTC. */
    static long epochMs(SpecificRecord record) {
        return origin(record).getEpochNs() / MS;
    }

    static boolean isHeartbeat(SpecificRecord record) {
        return record instanceof Agent;
    }

    /** Every raw record has an origin. */
    static Origin origin(SpecificRecord record) {
        int field = record.getSchema().getField("origin").pos();
        return (Origin) record.get(field);
    }
}
