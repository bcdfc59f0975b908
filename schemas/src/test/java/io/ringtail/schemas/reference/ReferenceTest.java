package io.ringtail.schemas.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.Rewrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReferenceTest {
    @BeforeEach
    void writeIfAsked() throws IOException {
        if (Rewrite.asked()) {
            for (Map.Entry<Path, String> page : Reference.pages().entrySet()) {
                Files.createDirectories(page.getKey().getParent());
                Files.writeString(page.getKey(), page.getValue());
            }
        }
    }

    @Test
    void theReferencePagesAreWhatTheCataloguesSay() throws IOException {
        for (Map.Entry<Path, String> page : Reference.pages().entrySet()) {
            assertThat(Files.readString(page.getKey()))
                    .as("%s is stale: commit what this writes\n  %s", page.getKey(), Rewrite.COMMAND)
                    .isEqualTo(page.getValue());
        }
    }
}
