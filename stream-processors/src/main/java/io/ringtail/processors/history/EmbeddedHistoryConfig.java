package io.ringtail.processors.history;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the history runs in process.
 *
 * @param directory where it lives; made if it is not there
 * @param bindAddress address that PG wire and HTTP listen on
 * @param pgPort port of PG wire (psql, Grafana); 0 chooses a free one
 * @param httpPort port of QuestDB's console and REST interface; 0 chooses a free one
 * @param password password of the user {@value #USER}; without one, one is made and kept in the directory
 * @param syncCommits whether each commit is forced to disk: a power cut then loses nothing, a commit takes some 5 ms a
 *     table longer. Killing the process loses nothing either way
 * @param retention how long what expires is kept
 */
public record EmbeddedHistoryConfig(
        Path directory,
        String bindAddress,
        int pgPort,
        int httpPort,
        Optional<String> password,
        boolean syncCommits,
        Retention retention) {
    /** The user who may do everything. */
    public static final String USER = "ringtail";

    /** The user who may only read; for Grafana. */
    public static final String READER = "reader";

    /** Key of the PG wire port in the configuration, named in messages. */
    public static final String PG_PORT_KEY = "history.pg-port";

    /** Key of the HTTP port in the configuration, named in messages. */
    public static final String HTTP_PORT_KEY = "history.http-port";

    /** Loopback, QuestDB's usual ports 8812 and 9000, a password of its own, the usual retention. */
    public static EmbeddedHistoryConfig in(Path directory) {
        return new EmbeddedHistoryConfig(
                directory, "127.0.0.1", 8812, 9000, Optional.empty(), false, Retention.DEFAULT);
    }

    /** The same with other ports; 0 chooses a free one. */
    public EmbeddedHistoryConfig withPorts(int pg, int http) {
        return new EmbeddedHistoryConfig(directory, bindAddress, pg, http, password, syncCommits, retention);
    }

    /** The same with a given password. */
    public EmbeddedHistoryConfig withPassword(String secret) {
        return new EmbeddedHistoryConfig(
                directory, bindAddress, pgPort, httpPort, Optional.of(secret), syncCommits, retention);
    }

    /** The same with another retention. */
    public EmbeddedHistoryConfig withRetention(Retention other) {
        return new EmbeddedHistoryConfig(directory, bindAddress, pgPort, httpPort, password, syncCommits, other);
    }
}
