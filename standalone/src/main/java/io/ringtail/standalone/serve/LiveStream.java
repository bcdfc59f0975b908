package io.ringtail.standalone.serve;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events of the live model, one handler thread (virtual) per client. An event's id is the model's instance
 * and version, so a client that reconnects gets only what it missed. At most four events a second; between them what
 * changes is coalesced in the model. A client that does not read blocks its own thread only, until the connector's idle
 * timeout ends it.
 */
final class LiveStream {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);
    private static final Duration PACE = Duration.ofMillis(250);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final int CLIENTS = 64;

    private final LiveModel model;
    private final Set<Thread> clients = ConcurrentHashMap.newKeySet();
    private final Semaphore places = new Semaphore(CLIENTS);
    private volatile boolean closed;

    LiveStream(LiveModel model) {
        this.model = model;
    }

    /** Serves one client until it goes, or the server stops. */
    void serve(Context ctx) {
        if (!places.tryAcquire()) {
            ctx.status(HttpStatus.SERVICE_UNAVAILABLE).result("There are " + CLIENTS + " live pages open already.\n");
            return;
        }
        clients.add(Thread.currentThread());
        try (OutputStream out = open(ctx)) {
            send(out, known(ctx));
        } catch (InterruptedException e) {
            LOG.debug("a live page's stream ends with the server");
        } catch (IOException e) {
            LOG.debug("a live page has gone", e);
        } finally {
            clients.remove(Thread.currentThread());
            places.release();
        }
    }

    /** Ends all clients' streams; new ones end at once. */
    void close() {
        closed = true;
        clients.forEach(Thread::interrupt);
    }

    private void send(OutputStream out, long resumed) throws IOException, InterruptedException {
        long known = resumed;
        write(out, "retry: 1000\n\n");
        while (!closed) {
            LiveModel.Delta delta = model.since(known);
            for (String message : delta.messages()) {
                write(out, event(message));
            }
            if (!delta.messages().isEmpty()) {
                write(out, "id: " + model.instance() + "." + delta.version() + "\nevent: seen\ndata: 1\n\n");
            }
            known = delta.version();
            out.flush();
            Thread.sleep(PACE);
            if (!model.awaitNewer(known, HEARTBEAT)) {
                write(out, "event: heartbeat\ndata: " + System.currentTimeMillis() + "\n\n");
                out.flush();
            }
        }
    }

    /** Without an id: only when all messages are through has the client seen the version. */
    private static String event(String message) {
        String name = message.startsWith("{\"reset\":true") ? "snapshot" : "delta";
        return "event: " + name + "\ndata: " + message + "\n\n";
    }

    private long known(Context ctx) {
        String id = Optional.ofNullable(ctx.header("Last-Event-ID")).orElse("");
        String prefix = model.instance() + ".";
        return id.startsWith(prefix) && id.substring(prefix.length()).matches("\\d{1,18}")
                ? Long.parseLong(id.substring(prefix.length()))
                : 0;
    }

    private static OutputStream open(Context ctx) throws IOException {
        ctx.res().setContentType("text/event-stream");
        ctx.res().setCharacterEncoding("UTF-8");
        ctx.res().setHeader("X-Accel-Buffering", "no");
        boolean gzip =
                Optional.ofNullable(ctx.header("Accept-Encoding")).orElse("").contains("gzip");
        if (!gzip) {
            return ctx.res().getOutputStream();
        }
        ctx.res().setHeader("Content-Encoding", "gzip");
        return new GZIPOutputStream(ctx.res().getOutputStream(), 8192, true);
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
