package io.ringtail.standalone.cli;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Window;
import io.ringtail.standalone.Logs;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.capture.Replay;
import io.ringtail.standalone.capture.StandingWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Raw records from a file through the processors. */
@Command(
        name = "replay",
        description = {
            "Run a recorded file through the processors again, on a broker of its own that ends with it.",
            "The same file always gives the same windows."
        })
final class ReplayCommand extends Common {
    @Parameters(index = "0", paramLabel = "FILE", description = "What ringtail record or import wrote.")
    private Path source;

    @Option(names = "--windows", paramLabel = "FILE", description = "Write the windows into this Avro file.")
    private Path windows;

    @Option(
            names = "--speed",
            paramLabel = "full|real",
            defaultValue = "full",
            description = "As fast as it can be processed, or as it came (default full).")
    private Speed speed;

    enum Speed {
        FULL,
        REAL
    }

    @Override
    public Integer call() throws Exception {
        Logs.level("org.apache.kafka", "ERROR");
        Path directory = Files.createTempDirectory("ringtail-replay");
        try {
            Replay replay = new Replay(source, directory, speed == Speed.REAL);
            List<Window> standing = run(replay);
            if (windows != null) {
                StandingWindows.write(standing, windows);
            }
            terminal().result(replay.count() + " records gave " + standing.size() + " windows" + paths(standing));
            return 0;
        } finally {
            delete(directory);
        }
    }

    private List<Window> run(Replay replay) throws InterruptedException {
        try {
            return replay.run();
        } catch (IOException e) {
            throw new UserError(
                    UserError.CANNOT_CREATE,
                    "Cannot replay " + source + ": "
                            + (Files.exists(source) ? e.getMessage().replaceAll("\\.$", "") : "there is no such file")
                            + ". It must be a file of ringtail record or import.");
        }
    }

    private static String paths(List<Window> standing) {
        Map<String, Long> counts = new TreeMap<>();
        standing.forEach(window -> counts.merge(Paths.label(window.getPath()), 1L, Long::sum));
        StringBuilder text = new StringBuilder();
        counts.forEach(
                (label, count) -> text.append("\n  ").append(count).append("  ").append(label));
        return text.toString();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
