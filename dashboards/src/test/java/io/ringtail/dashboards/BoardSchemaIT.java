package io.ringtail.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The boards against the types of Grafana's own npm package: TypeScript's compiler checks each board as a dashboard, and
 * each panel's options and field options as those of its kind.
 */
@Timeout(300)
class BoardSchemaIT {
    private static final String SCHEMA = "@grafana/schema@13.2.3";
    private static final String COMPILER = "typescript@5.9.3";

    /** Kinds of panels and the names of their modules; a stat has no field options of its own. */
    private static final Map<String, String> KINDS = Map.of(
            "heatmap", "Heatmap", "timeseries", "TimeSeries", "stat", "Stat", "table", "Table", "barchart", "BarChart");

    private static final String HEAD = """
            import type { Dashboard } from '@grafana/schema';
            // In JSON an enum is its value.
            type Values<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Values<T[K]> } : T;
            """;

    @Test
    void boardsAreWhatGrafanasTypesSay() throws Exception {
        Path directory = prepare();
        assertThat(compile(directory, Boards.all().stream().map(BoardJson::of).toList()))
                .isEmpty();
    }

    @Test
    void whatIsWrongIsCaught() throws Exception {
        Path directory = prepare();
        ObjectNode misspelt = BoardJson.of(Boards.all().getFirst());
        misspelt.put("titel", "x");
        ObjectNode wrongOption = BoardJson.of(Boards.all().getFirst());
        ((ObjectNode) wrongOption.path("panels").get(2).path("options")).put("cellGap", "wide");
        assertThat(compile(directory, List.of(misspelt))).contains("titel");
        assertThat(compile(directory, List.of(wrongOption))).contains("TS2322", "'number'");
    }

    private static Path prepare() throws Exception {
        assumeTrue(isThere("npm") && isThere("node"), "needs node and npm");
        Path directory = Files.createDirectories(Path.of("target", "grafana-schema"));
        Files.writeString(directory.resolve("package.json"), "{\"private\": true}");
        String installed =
                run(directory, 200, "npm", "install", "--no-audit", "--no-fund", "--no-save", SCHEMA, COMPILER);
        assertThat(directory.resolve("node_modules/@grafana/schema"))
                .as(installed)
                .exists();
        return directory;
    }

    private static boolean isThere(String program) throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v " + program)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** The compiler's complaints; empty where it has none. */
    private static String compile(Path directory, List<ObjectNode> boards) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "node_modules/.bin/tsc",
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--moduleResolution",
                "bundler",
                "--module",
                "esnext"));
        for (ObjectNode board : boards) {
            String file = board.path("uid").asText() + ".ts";
            Files.writeString(directory.resolve(file), typeScript(board));
            command.add(file);
        }
        return run(directory, 120, command.toArray(String[]::new));
    }

    private static String typeScript(ObjectNode board) {
        StringBuilder text = new StringBuilder(HEAD);
        KINDS.forEach((kind, name) -> text.append("import type * as ")
                .append(kind)
                .append(" from '@grafana/schema/dist/esm/raw/composable/")
                .append(kind)
                .append("/panelcfg/x/")
                .append(name)
                .append("PanelCfg_types.gen';\n"));
        int number = 0;
        for (JsonNode panel : board.path("panels")) {
            String kind = panel.path("type").asText();
            satisfies(text, "options" + number, panel.path("options"), kind + ".Options");
            JsonNode custom = panel.path("fieldConfig").path("defaults").path("custom");
            if (!custom.isMissingNode()) {
                satisfies(text, "custom" + number, custom, kind + ".FieldConfig");
            }
            number++;
        }
        ObjectNode plain = board.deepCopy();
        plain.path("annotations")
                .path("list")
                .forEach(each -> ((ObjectNode) each.path("target"))
                        .remove(List.of("editorMode", "format", "rawQuery", "rawSql")));
        return text.append("export const board = ")
                .append(plain.toPrettyString())
                .append(" satisfies Values<Dashboard>;\n")
                .toString();
    }

    private static void satisfies(StringBuilder text, String name, JsonNode json, String type) {
        text.append("export const ").append(name).append(" = ").append(json).append(" satisfies Values<Partial<");
        text.append(type).append(">>;\n");
    }

    private static String run(Path directory, int seconds, String... command) throws Exception {
        Path output = Files.createTempFile(directory, "run", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }
}
