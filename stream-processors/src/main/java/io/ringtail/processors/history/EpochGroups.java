package io.ringtail.processors.history;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Epochs in groups, for sums over each.
 *
 * @param groups ids of the epochs of each group; no epoch is in two
 */
record EpochGroups(List<List<String>> groups) {
    /** Number of the group that a window's epoch is in, from 0, in SQL. */
    String sql(String column) {
        return IntStream.range(0, groups.size())
                .mapToObj(group -> "when " + column + " in (" + quoted(groups.get(group)) + ") then " + group + "L")
                .collect(Collectors.joining(" ", "case ", " end"));
    }

    /** That a window is in one of them, in SQL. */
    String condition(String column) {
        return column + " in (" + quoted(groups.stream().flatMap(List::stream).toList()) + ")";
    }

    private static String quoted(List<String> ids) {
        return ids.stream().map(id -> "'" + id.replace("'", "''") + "'").collect(Collectors.joining(", "));
    }
}
