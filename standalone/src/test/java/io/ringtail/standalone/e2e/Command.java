package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A command as a user runs it, its terminal kept in a file; ended with the test. */
final class Command implements AutoCloseable {
    private static final long LINE_NS = TimeUnit.SECONDS.toNanos(90);

    private final Path terminal;
    private final Process process;

    private Command(Path terminal, Process process) {
        this.terminal = terminal;
        this.process = process;
    }

    static Command start(Path dir, List<String> command) throws IOException {
        Path terminal = Files.createTempFile(dir, "terminal", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(new File(System.getProperty("user.dir")));
        return new Command(terminal, builder.redirectOutput(terminal.toFile()).start());
    }

    /** The command line of {@code ringtail up} on a data directory. */
    static List<String> up(Path data, String... options) {
        List<String> all = new ArrayList<>(List.of("up", "--data-dir", data.toString(), "--history-http-port", "0"));
        all.addAll(List.of(options));
        return Lab.command("io.ringtail.standalone.Main", all.toArray(String[]::new));
    }

    Process process() {
        return process;
    }

    String output() throws IOException {
        return Files.readString(terminal, StandardCharsets.UTF_8);
    }

    /** The first line that is wanted, as soon as it was printed. */
    String await(Predicate<String> wanted) throws Exception {
        long deadlineMonoNs = System.nanoTime() + LINE_NS;
        while (System.nanoTime() < deadlineMonoNs) {
            var found = output().lines().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            assertThat(process.isAlive()).as(output()).isTrue();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("the line did not come:\n" + output());
    }

    @Override
    public void close() {
        Lab.end(process);
    }
}
