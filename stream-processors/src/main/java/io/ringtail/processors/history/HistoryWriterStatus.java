package io.ringtail.processors.history;

/**
 * How the history writer does.
 *
 * @param state what it is doing
 * @param trouble what keeps it from writing, for people; null when nothing does
 * @param records records taken since the start
 * @param rows rows committed since the start
 * @param rowsPerSecond rows committed per second, lately
 * @param lagRecords records in the topics that it has not read yet
 * @param behindNs time since it last had fewer unread records than one read takes; ns
 * @param deadLetters records that could not be used, since the start
 * @param commits commits since the start
 */
public record HistoryWriterStatus(
        State state,
        String trouble,
        long records,
        long rows,
        double rowsPerSecond,
        long lagRecords,
        long behindNs,
        long deadLetters,
        long commits) {

    /** What the writer is doing. */
    public enum State {
        /** Not started, or not yet in its group. */
        STARTING,
        /** Reading and writing. */
        RUNNING,
        /** Waiting for the store or Kafka; nothing is lost meanwhile. */
        RETRYING,
        /** Closed. */
        CLOSED
    }
}
