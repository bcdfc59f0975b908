package io.ringtail.processors.history;

import java.util.List;

/**
 * Rows of a query that gives at most so many.
 *
 * @param rows them
 * @param cut whether there were more
 */
public record Bounded<T>(List<T> rows, boolean cut) {
    /** The first so many of rows of which one more was asked for. */
    static <T> Bounded<T> of(List<T> rows, int limit) {
        boolean cut = rows.size() > limit;
        return new Bounded<>(List.copyOf(cut ? rows.subList(0, limit) : rows), cut);
    }
}
