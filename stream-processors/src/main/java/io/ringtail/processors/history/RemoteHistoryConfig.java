package io.ringtail.processors.history;

/**
 * Where a QuestDB server is.
 *
 * @param host its name or address
 * @param pgPort port of PG wire, for tables and queries
 * @param httpPort port of its HTTP interface, for rows (line protocol)
 * @param user user of both
 * @param password password of both; it is sent in the clear, so the way there must be trusted
 * @param retention how long what expires is kept
 */
public record RemoteHistoryConfig(
        String host, int pgPort, int httpPort, String user, String password, Retention retention) {
    /** QuestDB's usual ports, the usual retention. */
    public static RemoteHistoryConfig of(String host, String user, String password) {
        return new RemoteHistoryConfig(host, 8812, 9000, user, password, Retention.DEFAULT);
    }

    @Override
    public String toString() {
        return user + "@" + host + " (PG wire " + pgPort + ", HTTP " + httpPort + ")";
    }
}
