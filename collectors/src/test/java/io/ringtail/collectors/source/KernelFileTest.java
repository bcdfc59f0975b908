package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class KernelFileTest {
    @TempDir
    private Path directory;

    /** A sysctl answers only the first read of a descriptor: one of a single byte would get one digit. */
    @Test
    void a_sysctl_of_several_digits_is_read_whole() throws IOException {
        Path sysctl = Path.of("/proc/sys/kernel/pid_max");
        assumeTrue(Files.isReadable(sysctl), "needs Linux's " + sysctl);
        Process cat = new ProcessBuilder("cat", sysctl.toString()).start();
        try (Scanner printed = new Scanner(cat.getInputStream(), StandardCharsets.UTF_8)) {
            assertThat(KernelFile.read(sysctl)).isEqualTo(Fact.of(printed.next()));
        }
    }

    @Test
    void a_file_longer_than_a_buffer_is_read_whole() throws IOException {
        String text = "x".repeat(100_000);
        assertThat(KernelFile.read(Files.writeString(directory.resolve("long"), text)))
                .isEqualTo(Fact.of(text));
    }

    @Test
    void a_file_that_is_not_there_is_unsupported() {
        assertThat(KernelFile.read(directory.resolve("none"))).isEqualTo(Fact.unsupported());
    }

    @Test
    void a_failed_read_is_absent_with_a_reason() {
        assertThat(KernelFile.read(directory)).isInstanceOf(Fact.Absent.class);
    }

    @Test
    void names_are_in_the_order_of_their_numbers() throws IOException {
        for (String name : new String[] {"rx-10", "rx-2", "tx-0", "rx-1"}) {
            Files.createFile(directory.resolve(name));
        }
        assertThat(KernelFile.names(directory, "rx-")).containsExactly("rx-1", "rx-2", "rx-10");
        assertThat(KernelFile.names(directory.resolve("none"), "")).isEmpty();
    }
}
