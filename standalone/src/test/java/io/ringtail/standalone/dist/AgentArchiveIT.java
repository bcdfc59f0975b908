package io.ringtail.standalone.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive of the agent alone: small, and complete for what it is for. */
@Timeout(180)
class AgentArchiveIT {
    private static final long MOST_BYTES = 40L << 20;

    @TempDir
    static Path directory;

    private static Path archive;
    private static Path unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        archive = only(Path.of("target"), "ringtail-agent-.*\\.tar\\.gz");
        Project.run(
                Map.of("PATH", "/usr/bin:/bin"), List.of("tar", "xzf", archive.toString(), "-C", directory.toString()));
        unpacked = only(directory, "ringtail-agent-.*");
    }

    @Test
    void isSmallAndHasItsUnit() throws Exception {
        assertThat(Files.size(archive)).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(unpacked.resolve("systemd/ringtail-agent.service")).exists();
    }

    @Test
    void doctorAndTopRunWithoutBrokerAndStore() throws Exception {
        Project.Outcome doctor = run("doctor", "--json");
        assertThat(doctor.exitCode()).as(doctor.output()).isZero();
        JsonNode findings = new ObjectMapper().readTree(doctor.output());
        assertThat(findings.findValuesAsText("source")).contains("privileges", "kernel", "rings", "settings");
        Project.Outcome top = run("top", "--times", "1");
        assertThat(top.output()).contains("loopback tail").contains("lo ");
    }

    @Test
    void collectGivesUpWithWordsWhereThereIsNoBroker() throws Exception {
        Project.Outcome outcome = run(
                "collect",
                "--bootstrap",
                "127.0.0.1:1",
                "-D",
                "ringtail.give-up-after=1s",
                "-D",
                "ringtail.data-dir=" + directory.resolve("data"));
        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(69);
    }

    @Test
    void whatIsNotInItIsNamed() throws Exception {
        Project.Outcome outcome = run("up");
        assertThat(outcome.exitCode()).isEqualTo(69);
        assertThat(outcome.output()).contains("full one");
    }

    private static Project.Outcome run(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(unpacked.resolve("bin/ringtail").toString()));
        command.addAll(List.of(arguments));
        return Project.run(
                Map.of("PATH", "/usr/bin:/bin", "HOME", "/nonexistent", "JAVA_HOME", System.getProperty("java.home")),
                command);
    }

    private static Path only(Path parent, String name) throws Exception {
        try (Stream<Path> files = Files.list(parent)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
