package io.ringtail.processors.history;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/**
 * Where the history is kept: QuestDB in process or on a server. Rows with the keys of an earlier row replace it, so that
 * writing twice is writing once. All methods may be called from any thread.
 */
public interface HistoryStore extends AutoCloseable {
    /**
     * Writes rows and returns when the store has them; readers see them some milliseconds later. Rows of one table
     * become visible together and in order.
     *
     * @throws HistoryException if the store is away or refuses them; some tables may have their rows already, and the
     *     caller writes all again
     */
    void write(List<HistoryRow> rows);

    /**
     * A connection over PG wire, which the caller closes.
     *
     * @throws HistoryException if the store is away
     */
    Connection connect();

    /**
     * Waits until everything written before can be read.
     *
     * @throws HistoryException if that takes longer than the limit, or a table has stopped taking rows
     */
    default void awaitVisible(Duration limit) {
        WalProgress.await(this, limit);
    }

    /** Where it is, for people: the address of its PG wire port and its user, without the password. */
    String describe();

    @Override
    void close();
}
