package io.ringtail.processors.history;

import io.ringtail.processors.history.HistoryWriterStatus.State;

/** Counts what the writer does. Written by the writer's thread, read by any. */
final class WriterMeter {
    private static final long RATE_OVER_NS = 2_000_000_000L;
    private static final double NS_PER_SECOND = 1e9;

    private volatile HistoryWriterStatus status = new HistoryWriterStatus(State.STARTING, null, 0, 0, 0, 0, 0, 0, 0);
    private volatile long upToDateMonoNs = System.nanoTime();
    private long records;
    private long rows;
    private long deadLetters;
    private long commits;
    private long lagRecords;
    private double rowsPerSecond;
    private long rateSinceMonoNs = System.nanoTime();
    private long rowsBeforeRate;

    HistoryWriterStatus status() {
        HistoryWriterStatus now = status;
        return new HistoryWriterStatus(
                now.state(),
                now.trouble(),
                now.records(),
                now.rows(),
                now.rowsPerSecond(),
                now.lagRecords(),
                System.nanoTime() - upToDateMonoNs,
                now.deadLetters(),
                now.commits());
    }

    void taken() {
        records++;
    }

    void deadLetter() {
        deadLetters++;
    }

    void committed(long newRows, long lag) {
        rows += newRows;
        commits++;
        lagRecords = lag;
        if (lag < HistoryWriter.RECORDS_PER_POLL) {
            upToDateMonoNs = System.nanoTime();
        }
        rate();
        publish(State.RUNNING, null);
    }

    void publish(State state, String trouble) {
        status = new HistoryWriterStatus(
                state, trouble, records, rows, rowsPerSecond, lagRecords, 0, deadLetters, commits);
    }

    private void rate() {
        long now = System.nanoTime();
        if (now - rateSinceMonoNs >= RATE_OVER_NS) {
            rowsPerSecond = (rows - rowsBeforeRate) * NS_PER_SECOND / (now - rateSinceMonoNs);
            rateSinceMonoNs = now;
            rowsBeforeRate = rows;
        }
    }
}
