package io.ringtail.standalone.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ArchiveIT {
    @TempDir
    static Path directory;

    private static Path unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        Path archive = only(Path.of("target"), "ringtail-[0-9].*\\.tar\\.gz");
        Project.run(
                Map.of("PATH", "/usr/bin:/bin"), List.of("tar", "xzf", archive.toString(), "-C", directory.toString()));
        unpacked = only(directory, "ringtail-[0-9].*");
    }

    @Test
    void runsWithAJavaRuntimeAlone() throws Exception {
        assertThat(run(unpacked.resolve("bin/ringtail"), "--help"))
                .satisfies(outcome ->
                        assertThat(outcome.exitCode()).as(outcome.output()).isZero())
                .satisfies(outcome -> assertThat(outcome.output()).contains("ringtail"));
    }

    @Test
    void knowsItsVersion() throws Exception {
        String version = unpacked.getFileName().toString().replaceFirst("ringtail-", "");
        assertThat(run(unpacked.resolve("bin/ringtail"), "--version").output()).contains("ringtail " + version);
    }

    @Test
    void passesTheExitCodeOn() throws Exception {
        assertThat(run(unpacked.resolve("bin/ringtail"), "no-such-command").exitCode())
                .isEqualTo(2);
    }

    @Test
    void runsThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), unpacked.resolve("bin/ringtail"));
        assertThat(run(link, "--help").exitCode()).isZero();
    }

    @Test
    void hasNothingThatOnlyTestsNeed() throws Exception {
        try (Stream<Path> jars = Files.list(unpacked.resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("ringtail-standalone-"))
                    .noneMatch(name -> name.matches("(junit|assertj|jqwik|selenium|archunit).*"));
        }
    }

    private static Project.Outcome run(Path launcher, String argument) throws Exception {
        return Project.run(
                Map.of("PATH", "/usr/bin:/bin", "HOME", "/nonexistent", "JAVA_HOME", System.getProperty("java.home")),
                List.of(launcher.toString(), argument));
    }

    private static Path only(Path parent, String name) throws Exception {
        try (Stream<Path> files = Files.list(parent)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
