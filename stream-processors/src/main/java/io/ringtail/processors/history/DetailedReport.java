package io.ringtail.processors.history;

import java.util.List;

/**
 * Everything that is told of a range of time.
 *
 * @param range the range
 * @param stepNs length of the curves' steps, ns
 * @param paths paths that have windows in it, by label
 * @param changes changes in it, the earliest first
 * @param agents agents that were heard of in it, by host
 */
public record DetailedReport(
        TimeRange range, long stepNs, List<PathDetails> paths, Bounded<ChangeEntry> changes, List<AgentNote> agents) {}
