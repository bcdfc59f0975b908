package io.ringtail.processors.history;

import java.util.List;

/**
 * All paths and changes of a range of time.
 *
 * @param range the range
 * @param paths paths that have windows in it, by label
 * @param changes changes in it, the earliest first
 */
public record Report(TimeRange range, List<PathReport> paths, Bounded<ChangeEntry> changes) {}
