package io.ringtail.standalone;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that run, closed in the reverse order of their starts: by {@link #close()}, also after a failed start, or
 * when the process is told to end, also in the middle of a start.
 */
public final class Running implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private static volatile boolean ending;

    private final Deque<Part> parts = new ArrayDeque<>();
    private final CountDownLatch told = new CountDownLatch(1);
    private final Thread hook = new Thread(this::closeWhenTold, "ringtail-shutdown");
    private boolean closed;

    private record Part(String name, AutoCloseable part) {}

    /** Nothing runs yet; from now on the process closes what was added before it ends. */
    public Running() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the process was told to end: what fails from then on is no fault. */
    public static boolean ending() {
        return ending;
    }

    /**
     * Adds a part that was just started.
     *
     * @throws CancellationException if everything was closed meanwhile; the part is closed, too
     */
    public synchronized <T extends AutoCloseable> T add(String name, T part) {
        if (closed) {
            close(new Part(name, part));
            throw new CancellationException("told to end");
        }
        parts.push(new Part(name, part));
        return part;
    }

    /**
     * Starts a part beside its caller.
     *
     * @return waits for the part, and throws what its start threw
     */
    public <T extends AutoCloseable> Supplier<T> addBeside(String name, Supplier<T> start) {
        CompletableFuture<T> part = CompletableFuture.supplyAsync(
                () -> add(name, start.get()),
                task -> Thread.ofPlatform()
                        .daemon()
                        .name("ringtail-start-" + name)
                        .start(task));
        return () -> await(part);
    }

    private static <T> T await(CompletableFuture<T> part) {
        try {
            return part.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Waits until the process is told to end (Ctrl-C, SIGTERM); everything is closed then. */
    public void awaitEnd() throws InterruptedException {
        told.await();
    }

    private void closeWhenTold() {
        ending = true;
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
        if (!ending) {
            Runtime.getRuntime().removeShutdownHook(hook);
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
