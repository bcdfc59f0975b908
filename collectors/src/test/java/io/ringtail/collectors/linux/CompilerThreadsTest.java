package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CompilerThreadsTest {
    @Test
    void theOptimisingCompilerAndNothingElseGivesWay() throws Exception {
        int found = CompilerThreads.giveWay();

        Assumptions.assumeTrue(found > 0, "this JVM has no C2");
        List<String> niced = tasks().filter(stat -> nice(stat) == 15).toList();
        assertThat(niced).hasSizeGreaterThanOrEqualTo(found).allMatch(stat -> stat.contains("CompilerThre"));
        assertThat(tasks().filter(stat -> stat.contains("(main)"))).allMatch(stat -> nice(stat) != 15);
    }

    private static Stream<String> tasks() throws Exception {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.map(CompilerThreadsTest::stat).toList().stream();
        }
    }

    private static String stat(Path task) {
        try {
            return Files.readString(task.resolve("stat"));
        } catch (java.io.IOException e) {
            return "0 (ended) X 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
        }
    }

    /** Field 19 of proc_pid_stat(5). */
    private static int nice(String stat) {
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
    }
}
