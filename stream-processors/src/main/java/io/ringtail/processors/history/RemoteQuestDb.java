package io.ringtail.processors.history;

import io.questdb.client.Sender;
import java.sql.Connection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * QuestDB on a server: tables and queries over PG wire, rows by the line protocol over HTTP, which answers only when they
 * are committed. Each write is one request; after a failed one the caller writes its rows again.
 */
public final class RemoteQuestDb implements HistoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteQuestDb.class);
    private static final int ANSWER_MS = 30_000;

    private final RemoteHistoryConfig config;
    private final PgWire pgWire;
    private Sender sender;
    private boolean closed;

    private RemoteQuestDb(RemoteHistoryConfig config) {
        this.config = config;
        this.pgWire = new PgWire(config.host(), config.pgPort(), config.user(), config.password());
    }

    /**
     * Connects and brings the tables up to date.
     *
     * @throws HistoryException if the server cannot be reached or refuses
     */
    public static RemoteQuestDb open(RemoteHistoryConfig config) {
        RemoteQuestDb store = new RemoteQuestDb(config);
        Migrations.run(store, config.retention());
        LOG.info("history at {}", store.describe());
        return store;
    }

    /** One that is only asked: nothing is made or altered there. It connects with its first question. */
    public static HistoryStore toAsk(RemoteHistoryConfig config) {
        return new RemoteQuestDb(config);
    }

    @Override
    public synchronized void write(List<HistoryRow> rows) {
        if (closed) {
            throw new HistoryException("the history is closed");
        }
        try {
            Sender to = connected();
            rows.forEach(row -> LineRows.append(to, row));
            to.flush();
        } catch (RuntimeException e) {
            disconnect();
            throw new HistoryException("cannot write to the history at " + config + ": " + e.getMessage(), e);
        }
    }

    private Sender connected() {
        if (sender == null) {
            sender = Sender.builder(Sender.Transport.HTTP)
                    .address(config.host() + ":" + config.httpPort())
                    .httpUsernamePassword(config.user(), config.password())
                    .disableAutoFlush()
                    .retryTimeoutMillis(0)
                    .httpTimeoutMillis(ANSWER_MS)
                    .build();
        }
        return sender;
    }

    /** Drops what is in the sender's buffer, too: the caller writes it again. */
    private void disconnect() {
        if (sender != null) {
            Sender old = sender;
            sender = null;
            old.reset();
            old.close();
        }
    }

    @Override
    public Connection connect() {
        return pgWire.connect();
    }

    @Override
    public String describe() {
        return pgWire.toString();
    }

    @Override
    public synchronized void close() {
        closed = true;
        disconnect();
    }
}
