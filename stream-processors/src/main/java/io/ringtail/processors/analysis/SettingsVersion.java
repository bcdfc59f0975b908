package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.SettingsPart;

/**
 * A version of the settings of an object that belongs to an end of a path. Its times are the clock of that end's host.
 *
 * @param end which end
 * @param part the version
 */
public record SettingsVersion(End end, SettingsPart part) {
    /** The object, with its end: what versions follow each other in. */
    String series() {
        return end + " " + part.getSettings().getOrigin().getNetns() + " "
                + part.getSettings().getObject();
    }

    /** The first read of the values. Unit: ns since 1970-01-01 UTC, the end's clock. */
    long knownFromNs() {
        return part.getSettings().getOrigin().getEpochNs();
    }
}
