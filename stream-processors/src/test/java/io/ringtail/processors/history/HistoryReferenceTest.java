package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "history.md");

    @Test
    void referenceIsThatOfTheDeclaration() throws IOException {
        String expected = HistoryReference.markdown();
        if (Boolean.getBoolean("ringtail.update")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE)
                .as("docs/reference/history.md is stale: run this test with -Dringtail.update=true")
                .hasContent(expected);
    }

    @Test
    void everyColumnSaysWhatAndInWhichUnit() {
        Arrays.stream(HistoryTable.values())
                .flatMap(table -> table.columns().stream())
                .forEach(column -> {
                    assertThat(column.doc()).as(column.name()).endsWith(".");
                    boolean number = column.type() == ColumnType.LONG
                            || column.type() == ColumnType.INT
                            || column.type() == ColumnType.DOUBLE;
                    assertThat(!number || !column.unit().isEmpty())
                            .as("unit of " + column.name())
                            .isTrue();
                });
    }
}
