package io.ringtail.processors.analysis.shift;

/**
 * A change of settings on a host that is an end of the path.
 *
 * @param changeId its id
 * @param end the end
 * @param ofPath whether the object belongs to the path, or only to the same host
 * @param what in words: object, settings, old and new values
 * @param fromNs last read of the old values, ns since 1970-01-01 UTC, cluster's time line
 * @param toNs first read of the new values, likewise
 */
public record NearbyChange(String changeId, String end, boolean ofPath, String what, long fromNs, long toNs) {
    /** How far it is from a moment; 0 where the moment lies within it. Unit: ns. */
    long apartNs(long atNs) {
        return Math.max(0, Math.max(fromNs - atNs, atNs - toNs));
    }
}
