package io.ringtail.standalone;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that run, closed in the reverse order of their starts: by {@link #close()}, also after a failed start, or
 * when the process is told to end. Owned by the thread that starts the parts.
 */
public final class Running implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private final Deque<Part> parts = new ArrayDeque<>();
    private final CountDownLatch told = new CountDownLatch(1);
    private boolean closed;

    private record Part(String name, AutoCloseable part) {}

    /** Adds a part that was just started. */
    public synchronized <T extends AutoCloseable> T add(String name, T part) {
        parts.push(new Part(name, part));
        return part;
    }

    /** Waits until the process is told to end (Ctrl-C, SIGTERM), and closes everything before it does. */
    public void awaitEnd() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeWhenTold, "ringtail-shutdown"));
        told.await();
    }

    private void closeWhenTold() {
        close();
        told.countDown();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        while (!parts.isEmpty()) {
            close(parts.pop());
        }
    }

    private static void close(Part part) {
        try {
            part.part().close();
        } catch (Exception e) {
            LOG.warn("could not close {} cleanly", part.name(), e);
        }
    }
}
