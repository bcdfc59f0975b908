package io.ringtail.processors.analysis.pool;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An epoch of a path, as comparing needs it.
 *
 * @param pathId id of the path; closed and open loops are different paths, so they never meet in a pair
 * @param epochId id of the epoch
 * @param proberHost host of the prober's end
 * @param responderHost host of the responder's end
 * @param fromEpochNs start of its first window, ns since 1970-01-01 UTC
 * @param toEpochNs end of its last window, ns since 1970-01-01 UTC
 * @param windows usable windows in it
 * @param changeIds changes that ended the epoch before it
 * @param settings known settings of both ends by name, prefixed {@code prober.} or {@code responder.}, with a blank and
 *     the queue where they have one
 * @param unknown settings that could not be read, by the same names
 */
public record PoolEpoch(
        String pathId,
        String epochId,
        String proberHost,
        String responderHost,
        long fromEpochNs,
        long toEpochNs,
        long windows,
        List<String> changeIds,
        Map<String, String> settings,
        Set<String> unknown) {
    /** Copies what is mutable, sorted. */
    public PoolEpoch {
        changeIds = List.copyOf(changeIds);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        unknown = Collections.unmodifiableSet(new TreeSet<>(unknown));
    }

    /** The host of the end that a setting belongs to. */
    String hostOf(String setting) {
        return setting.startsWith("prober.") ? proberHost : responderHost;
    }
}
