package io.ringtail.standalone.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FindJavaTest {
    private static final Path SCRIPT = Project.ROOT.resolve("standalone/src/main/dist/bin/find-java.sh");
    private static final Path LAUNCHER = Project.ROOT.resolve("standalone/src/main/dist/bin/ringtail");

    @TempDir
    Path home;

    @Test
    void takesJavaHomeWhereItIsNewEnough() throws Exception {
        Path java = java("25.0.1", "java", "javac");
        assertThat(find(Map.of("JAVA_HOME", java.toString())).output()).isEqualTo(java + "\n");
    }

    @Test
    void passesOverAJavaThatIsTooOld() throws Exception {
        Path old = java("17.0.15", "java", "javac");
        Path sdkman = installed(home.resolve(".sdkman/candidates/java/26"), "26", "java", "javac");
        assertThat(find(Map.of("JAVA_HOME", old.toString())).output()).isIn(sdkman + "\n", anySystemJdk());
    }

    @Test
    void ringtailsOwnVariableComesBeforeAllOthers() throws Exception {
        Path own = java("25", "java", "javac");
        Path other = java("26", "java", "javac");
        assertThat(find(Map.of("JAVA_HOME", other.toString(), "RINGTAIL_JAVA_HOME", own.toString()))
                        .output())
                .isEqualTo(own + "\n");
    }

    @Test
    void aRuntimeWithoutCompilerIsNoJdk() throws Exception {
        Path runtime = java("25", "java");
        assertThat(find(Map.of("RINGTAIL_JAVA_HOME", runtime.toString()))).isEqualTo(new Project.Outcome(1, ""));
    }

    @Test
    void theLauncherSaysWhatToDoAboutAJavaThatDoesNotFit() throws Exception {
        Path old = java("17.0.15", "java");
        Project.Outcome outcome = Project.run(
                environment(Map.of("RINGTAIL_JAVA_HOME", old.toString())), List.of("bash", LAUNCHER.toString()));
        assertThat(outcome.exitCode()).isEqualTo(69);
        assertThat(outcome.output()).contains(old.toString(), "25 or newer", "RINGTAIL_JAVA_HOME=/path/to/it");
    }

    private Project.Outcome find(Map<String, String> environment) throws Exception {
        return Project.run(environment(environment), List.of("bash", "-c", ". " + SCRIPT + "; find_java javac"));
    }

    /** The machine's own JDK may come first, where it is in one of the usual places. */
    private String anySystemJdk() throws Exception {
        return find(Map.of()).output();
    }

    private Map<String, String> environment(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString()));
        environment.putAll(more);
        return environment;
    }

    private Path java(String version, String... programs) throws Exception {
        return installed(Files.createTempDirectory(home, "jdk"), version, programs);
    }

    private static Path installed(Path directory, String version, String... programs) throws Exception {
        Files.createDirectories(directory.resolve("bin"));
        Files.writeString(directory.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (String program : programs) {
            Path file = Files.writeString(directory.resolve("bin").resolve(program), "#!/bin/sh\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return directory;
    }
}
