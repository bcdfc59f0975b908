package io.ringtail.processors.history;

import io.questdb.ServerMain;
import io.questdb.cairo.CairoEngine;
import io.questdb.cairo.wal.WalWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * QuestDB in this process, with PG wire and HTTP on configured ports. Rows go through its write-ahead log: committed rows
 * survive the death of the process. One instance per directory; the instance owns the directory until it is closed.
 *
 * <p>The JVM must run without compact object headers ({@code -XX:-UseCompactObjectHeaders}), which QuestDB's native code
 * does not survive.
 */
public final class EmbeddedQuestDb implements HistoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedQuestDb.class);

    /** QuestDB looks for its log configuration where this system property says, once per JVM. */
    private static final String LOG_CONFIGURATION = "out";

    private static final String LOG_FILE = """
            writers=file
            w.file.class=io.questdb.log.LogRollingFileWriter
            w.file.location=%s/questdb.log.${date:yyyyMMdd}
            w.file.level=ERROR,CRITICAL
            w.file.rollEvery=day
            w.file.rollSize=16m
            w.file.sizeLimit=64m
            """;

    private final EmbeddedHistoryConfig config;
    private final String password;
    private final String readerPassword;
    private final ServerMain server;
    private final PgWire pgWire;

    private EmbeddedQuestDb(EmbeddedHistoryConfig config) throws IOException {
        this.config = config;
        prepareDirectory(config.directory());
        requireFree(config.bindAddress(), config.pgPort(), EmbeddedHistoryConfig.PG_PORT_KEY);
        requireFree(config.bindAddress(), config.httpPort(), EmbeddedHistoryConfig.HTTP_PORT_KEY);
        Path passwordFile = config.directory().resolve("password");
        this.password = config.password().isPresent()
                ? PasswordFile.keep(passwordFile, config.password().get())
                : PasswordFile.readOrMake(passwordFile);
        this.readerPassword = PasswordFile.readOrMake(config.directory().resolve("reader-password"));
        this.server = start();
        this.pgWire = new PgWire(config.bindAddress(), pgPort(), EmbeddedHistoryConfig.USER, password);
    }

    /**
     * Starts it and brings its tables up to date; takes a second or two.
     *
     * @throws HistoryException if the directory cannot be used or a port is taken
     */
    public static EmbeddedQuestDb open(EmbeddedHistoryConfig config) {
        try {
            EmbeddedQuestDb store = new EmbeddedQuestDb(config);
            return store.migrated();
        } catch (FileSystemException e) {
            throw unusable(config, e);
        } catch (IOException e) {
            throw new HistoryException("cannot start the history: " + e.getMessage(), e);
        }
    }

    private EmbeddedQuestDb migrated() {
        try {
            Migrations.run(this, config.retention());
            LOG.info("history in {}, SQL at {}", config.directory(), describe());
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static HistoryException unusable(EmbeddedHistoryConfig config, FileSystemException e) {
        String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
        return new HistoryException(
                "cannot write the history's directory " + config.directory() + " (" + e.getFile() + ": " + reason
                        + "): choose another data directory or give this user the right to write there",
                e);
    }

    private static void prepareDirectory(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("log"));
        Files.createDirectories(directory.resolve("conf"));
        Files.writeString(
                directory.resolve("conf/log.conf"),
                LOG_FILE.formatted(directory.resolve("log").toAbsolutePath()));
    }

    private static void requireFree(String address, int port, String key) throws IOException {
        if (port == 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
        } catch (IOException e) {
            throw new HistoryException(
                    "port " + port + " on " + address + " cannot be used for the history (" + e.getMessage() + "): set "
                            + key + " to another one, or to 0 to have a free one chosen",
                    e);
        }
    }

    private ServerMain start() {
        String logConfiguration = System.getProperty(LOG_CONFIGURATION);
        System.setProperty(
                LOG_CONFIGURATION,
                config.directory().resolve("conf/log.conf").toAbsolutePath().toString());
        try {
            return started(ServerMain.create(config.directory().toAbsolutePath().toString(), environment()));
        } catch (RuntimeException e) {
            throw new HistoryException(
                    "cannot start the history in " + config.directory() + ": " + e.getMessage()
                            + " (is another Ringtail using this directory?)",
                    e);
        } finally {
            restore(logConfiguration);
        }
    }

    private static ServerMain started(ServerMain server) {
        try {
            server.start();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static void restore(String logConfiguration) {
        if (logConfiguration == null) {
            System.clearProperty(LOG_CONFIGURATION);
        } else {
            System.setProperty(LOG_CONFIGURATION, logConfiguration);
        }
    }

    private Map<String, String> environment() {
        return properties().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> ServerMain.propertyPathToEnvVarName(entry.getKey()), Map.Entry::getValue));
    }

    /** QuestDB's settings, given as environment so that they win over a server.conf in the directory. */
    private Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("pg.net.bind.to", config.bindAddress() + ":" + config.pgPort());
        all.put("pg.user", EmbeddedHistoryConfig.USER);
        all.put("pg.password", password);
        all.put("pg.readonly.user.enabled", "true");
        all.put("pg.readonly.user", EmbeddedHistoryConfig.READER);
        all.put("pg.readonly.password", readerPassword);
        all.put("http.bind.to", config.bindAddress() + ":" + config.httpPort());
        all.put("http.user", EmbeddedHistoryConfig.USER);
        all.put("http.password", password);
        all.put("http.min.enabled", "false");
        all.put("line.tcp.enabled", "false");
        all.put("line.udp.enabled", "false");
        all.put("telemetry.enabled", "false");
        all.put("shared.worker.count", "1");
        all.put("cairo.mat.view.enabled", "true");
        all.put("cairo.commit.mode", config.syncCommits() ? "sync" : "nosync");
        // Pages for second-sized commits of a few hundred rows, not for bulk loads.
        all.put("cairo.writer.data.append.page.size", "262144");
        all.put("cairo.wal.writer.data.append.page.size", "65536");
        all.put("cairo.o3.column.memory.size", "65536");
        smallPools(all);
        return all;
    }

    /** Each of its SQL compilers fills its pools of parser objects on start, 10 MiB each by default; ours are small. */
    private static void smallPools(Map<String, String> all) {
        all.put("cairo.model.pool.capacity", "64");
        all.put("cairo.expression.pool.capacity", "512");
        all.put("cairo.column.pool.capacity", "256");
        all.put("cairo.lexer.pool.capacity", "256");
    }

    /** Port of PG wire. */
    public int pgPort() {
        return server.getPgWireServerPort();
    }

    /** Port of QuestDB's console and REST interface. */
    public int httpPort() {
        return server.getHttpServerPort();
    }

    /** Password of the user {@value EmbeddedHistoryConfig#USER}. */
    public String password() {
        return password;
    }

    /** Password of the user {@value EmbeddedHistoryConfig#READER}, who may only read. */
    public String readerPassword() {
        return readerPassword;
    }

    @Override
    public synchronized void write(List<HistoryRow> rows) {
        if (server.hasBeenClosed()) {
            throw new HistoryException("the history is closed");
        }
        rows.stream()
                .collect(Collectors.groupingBy(HistoryRow::table, LinkedHashMap::new, Collectors.toList()))
                .forEach(this::write);
    }

    private void write(HistoryTable table, List<HistoryRow> rows) {
        CairoEngine engine = server.getEngine();
        try (WalWriter writer = engine.getWalWriter(engine.verifyTableName(table.sqlName()))) {
            appendAndCommit(writer, table, rows);
        } catch (RuntimeException e) {
            throw new HistoryException("cannot write to the history table " + table.sqlName() + ": " + e, e);
        }
    }

    private static void appendAndCommit(WalWriter writer, HistoryTable table, List<HistoryRow> rows) {
        try {
            WalRows.append(writer, table, rows);
            writer.commit();
        } catch (RuntimeException e) {
            writer.rollback();
            throw e;
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
        if (!server.hasBeenClosed()) {
            server.close();
        }
    }
}
