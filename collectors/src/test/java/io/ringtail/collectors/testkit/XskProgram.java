package io.ringtail.collectors.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.Waiting;
import io.ringtail.collectors.linux.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The AF_XDP application of the tests, a C program that knows nothing of Ringtail: compiled where gcc and the kernel's
 * headers are, and run as a process of its own.
 */
public final class XskProgram {
    private final Path binary;

    private XskProgram(Path binary) {
        this.binary = binary;
    }

    /** Compiles it; skips the test where that is not possible. */
    public static XskProgram compile(Path directory) {
        try (InputStream source = XskProgram.class.getResourceAsStream("/xsk/xsksocket.c")) {
            Path file = directory.resolve("xsksocket.c");
            Files.copy(source, file);
            Path binary = directory.resolve("xsksocket");
            Process gcc = new ProcessBuilder("gcc", "-Wall", "-O1", "-o", binary.toString(), file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assumeTrue(gcc.waitFor() == 0, "needs gcc, libc6-dev and linux-libc-dev: " + said);
            return new XskProgram(binary);
        } catch (IOException e) {
            assumeTrue(false, "needs gcc: " + e.getMessage());
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs it in a namespace until it is killed; returns when its socket is bound.
     *
     * @param arguments interface, queue, need_wakeup 0 or 1, sizes of RX, TX, fill, completion ring, buffers put into
     *     the fill ring, frames sent
     */
    public Process start(Netns netns, String... arguments) {
        Optional<Process> process = attempt(netns, arguments);
        assertThat(process).as("the queue is free").isPresent();
        return process.orElseThrow();
    }

    /**
     * Runs it again after it was killed. The kernel frees the queue of a process that ended in a worker of its own, a
     * little later: until then it answers EBUSY, whoever watches. A queue that somebody holds is never free.
     */
    public Process restart(Netns netns, String... arguments) {
        AtomicReference<Process> process = new AtomicReference<>();
        Waiting.until(() -> {
            attempt(netns, arguments).ifPresent(process::set);
            return process.get() != null;
        });
        return process.get();
    }

    /** Nothing if its queue is busy. */
    private Optional<Process> attempt(Netns netns, String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", netns.name(), binary.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            netns.own(process);
            String said = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (!"READY".equals(said) && process.waitFor() == Errno.EBUSY) {
                return Optional.empty();
            }
            assertThat(said).isEqualTo("READY");
            return Optional.of(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
