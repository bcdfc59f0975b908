package io.ringtail.processors.history;

import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;

/**
 * All the time of a range that a path ran under the same settings of both ends, however often it returned to them.
 *
 * @param name A, B, ... in the order of their beginnings
 * @param sinceEpochNs when it began first; ns since 1970-01-01 UTC
 * @param epochIds its epochs
 * @param settings what is not the same in all configurations of the range, by end, name and queue; "not known" where absent
 * @param moved metrics that the changes which led here moved, significant at 95 % in each of them; those stand in brackets
 * @param report what its windows sum up to
 */
public record Configuration(
        String name,
        long sinceEpochNs,
        List<String> epochIds,
        SortedMap<String, String> settings,
        NavigableSet<String> moved,
        PathReport report) {}
