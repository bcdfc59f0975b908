package io.ringtail.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that is measured from outside, by what the kernel accounts for it. */
final class Child implements AutoCloseable {
    private static final long NS_PER_TICK = 10_000_000;

    private final Process process;
    private final Path output;
    private final long startMonoNs = System.nanoTime();

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Child start(List<String> command) throws IOException {
        Path output = Files.createTempFile("ringtail-benchmark", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Child(process, output);
    }

    /** A main class of this class path. */
    static List<String> java(String main, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        all.addAll(List.of(arguments));
        return all;
    }

    /** The ringtail command of this clone, as its users start it. */
    static List<String> ringtail(String... arguments) {
        Path launcher = Path.of("standalone", "target", "ringtail", "bin", "ringtail");
        if (!Files.isExecutable(launcher)) {
            throw new IllegalStateException(
                    "no " + launcher + " here: run ./ringtail build, then this from the same folder");
        }
        List<String> all = new ArrayList<>(List.of(launcher.toString()));
        all.addAll(List.of(arguments));
        return all;
    }

    /** Waits for a text in the output; gives the time since the start, ns. */
    long await(String text, Duration limit) throws Exception {
        while (!text().contains(text)) {
            if (System.nanoTime() - startMonoNs > limit.toNanos() || !process.isAlive()) {
                throw new IllegalStateException("no '" + text + "' from the command:\n" + text());
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return System.nanoTime() - startMonoNs;
    }

    /** Waits for the end and gives what it printed. */
    String join(Duration limit) throws Exception {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("did not end within " + limit + ":\n" + text());
        }
        return text();
    }

    long startMonoNs() {
        return startMonoNs;
    }

    /** CPU time used so far, user and system, ns (ticks of 10 ms). */
    long cpuNs() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * NS_PER_TICK;
    }

    /** Resident memory, MiB. */
    double rssMib() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
                .findFirst()
                .orElseThrow();
    }

    private String text() throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(output);
    }
}
