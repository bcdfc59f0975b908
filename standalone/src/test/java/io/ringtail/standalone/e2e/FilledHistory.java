package io.ringtail.standalone.e2e;

import io.ringtail.processors.history.HistoryStore;
import io.ringtail.standalone.HistoryAccess;
import io.ringtail.standalone.config.Settings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A history that {@code ringtail up} fills: 25 windows of its path over loopback, this host's counters and settings. */
public final class FilledHistory implements AutoCloseable {
    private static final int WINDOWS = 25;
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(120);

    /** What a machine without AF_XDP, without changes, with a quiet NIC or a virtual one need not have. */
    private static final Set<String> MAY_BE_EMPTY = Set.of(
            "Which changes moved the tail?",
            "What did each change do to p99?",
            "How were round trips distributed before and after the chosen effect?",
            "What did the chosen effect do to each metric?",
            "Which changes cannot be told apart?",
            "Which shifts did nobody announce?",
            "Which gauges move with the tail?",
            "How many interrupts does each queue take?",
            "How many CPUs serve each interrupt?",
            "How many packets does each queue carry?",
            "How close to their byte queue limits are the transmit queues?",
            "What is the byte queue limit?",
            "How many packets does a NAPI poll find?",
            "How full are the rings?",
            "How often is a ring at the end that loses packets?",
            "How often does the driver ask to be woken?",
            "Which packets do sockets lose?",
            "Does the application share its CPU with the interrupts?",
            "How are the sockets bound?",
            "Who changed it?",
            "What fires, and what fired?");

    private final Command up;
    private final HistoryStore store;
    private final Instant from;
    private final Instant to;

    private FilledHistory(Command up, HistoryStore store, Instant from, Instant to) {
        this.up = up;
        this.store = store;
        this.from = from;
        this.to = to;
    }

    /** Starts one on a host of this name and waits until it is filled. */
    public static FilledHistory start(Path directory, String host) throws Exception {
        Instant from = Instant.now();
        Path data = directory.resolve("data");
        Command up = Command.start(
                directory,
                Command.up(data, "--host-name", host, "--broker-port", "0", "--port", "0", "--pg-port", "0"));
        try {
            String port = up.await(line -> line.startsWith("history")).replaceAll(".*127\\.0\\.0\\.1:(\\d+)/.*", "$1");
            up.await(line -> line.startsWith("page"));
            HistoryStore store = HistoryAccess.open(Settings.load(
                            Map.of("ringtail.data-dir", data.toString(), "ringtail.history.pg-port", port),
                            Optional.empty(),
                            Map.of())
                    .config());
            awaitWindows(store);
            return new FilledHistory(up, store, from, Instant.now());
        } catch (Exception | AssertionError e) {
            up.close();
            throw e;
        }
    }

    private static void awaitWindows(HistoryStore store) throws Exception {
        long deadline = System.nanoTime() + DEADLINE_NS;
        while (windows(store) < WINDOWS) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not " + WINDOWS + " windows in time");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static long windows(HistoryStore store) throws Exception {
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("select count() from windows where completeness = 'COMPLETE'")) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /** It. */
    public HistoryStore store() {
        return store;
    }

    /** Before anything was in it. */
    public Instant from() {
        return from;
    }

    /** When it was filled. */
    public Instant to() {
        return to;
    }

    /** Whether a panel may have no data on such a machine. */
    public static boolean mayBeEmpty(String panel) {
        return MAY_BE_EMPTY.contains(panel);
    }

    @Override
    public void close() {
        store.close();
        up.close();
    }
}
