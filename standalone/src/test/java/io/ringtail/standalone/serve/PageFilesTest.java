package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PageFilesTest {
    private static final Pattern IMPORT = Pattern.compile("from '\\./([^']+)'");

    @Test
    void everyModuleThatAModuleImportsIsServed() throws Exception {
        PageFiles files = new PageFiles();
        for (String name : files.names()) {
            if (name.endsWith(".js") && !name.startsWith("lib/")) {
                assertThat(files.names()).as("imports of " + name).containsAll(imports(name));
            }
        }
    }

    private static Iterable<String> imports(String name) throws Exception {
        try (var in = PageFiles.class.getClassLoader().getResourceAsStream("page/" + name)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return IMPORT.matcher(text).results().map(found -> found.group(1)).toList();
        }
    }
}
