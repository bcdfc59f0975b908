package io.ringtail.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class DataDirTest {
    @TempDir
    Path dir;

    @Test
    void isHeldByOneAtATimeAndReusedAfterwards() {
        Path path = dir.resolve("a/b");
        try (DataDir first = DataDir.open(path)) {
            assertThat(first.resolve("x")).isEqualTo(path.resolve("x"));
            assertThat(refusal(path)).hasMessageContaining("another ringtail is using it");
        }
        DataDir.open(path).close();
    }

    @Test
    void aForeignDirectoryIsLeftAlone() throws Exception {
        Files.writeString(dir.resolve("thesis.tex"), "x");
        assertThat(refusal(dir)).hasMessageContaining("other things").hasMessageContaining("--data-dir");
        assertThat(dir.toFile().list()).containsExactly("thesis.tex");
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertThat(refusal(file.resolve("data"))).hasMessageContaining("cannot be written");
    }

    @Test
    void anotherFormatIsRefused() throws Exception {
        Files.writeString(dir.resolve("RINGTAIL"), "999\n");
        assertThat(refusal(dir)).hasMessageContaining("format 999");
    }

    private static UserError refusal(Path path) {
        UserError error = catchThrowableOfType(UserError.class, () -> DataDir.open(path));
        assertThat(error.exitCode()).isEqualTo(UserError.CANNOT_CREATE);
        return error;
    }
}
