package io.ringtail.standalone.dist;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The project's top directory and programs run from it. */
final class Project {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Project() {}

    /** What a program said, both streams in one, and its exit code. */
    record Outcome(int exitCode, String output) {}

    /** Runs a program with this environment and no other. */
    static Outcome run(Map<String, String> environment, List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(60, TimeUnit.SECONDS);
        return new Outcome(process.exitValue(), output);
    }
}
