package io.ringtail.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.dashboards.panel.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The boards' files are those that the code makes, and keep the rules that Grafana's own dashboard linter has, as far as
 * they apply to SQL, and those that its file provisioning and QuestDB impose.
 */
@Timeout(60)
class BoardsTest {
    private static final Path FILES = Path.of("grafana", "boards");
    private static final Pattern MACRO = Pattern.compile("\\$__([A-Za-z_]+)(\\([^)]*\\))?");
    private static final Set<String> MACROS = Set.of("timeFilter", "timeFrom", "timeTo", "interval_ms");
    private static final Set<String> UNITS = Set.of("ns", "s", "ops", "pps", "bytes", "percentunit", "short");
    private static final int COLUMNS = 24;

    static Stream<Board> boards() {
        return Boards.all().stream();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void theFileIsWhatTheCodeMakes(Board board) throws IOException {
        Path file = FILES.resolve(board.uid() + ".json");
        if (Boolean.getBoolean("ringtail.update")) {
            RenderBoards.main(new String[] {FILES.toString()});
        }
        assertThat(file)
                .as("make it anew: mvn -pl dashboards test -Dringtail.update=true")
                .exists();
        assertThat(Files.readString(file)).isEqualTo(BoardJson.text(board));
    }

    @Test
    void noFileIsLeftOfABoardThatIsGone() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            boards().map(each -> each.uid() + ".json").toList());
        }
    }

    @Test
    void uidsAndTitlesAreUniqueAndUidsShort() {
        assertThat(boards().map(Board::uid)).doesNotHaveDuplicates().allMatch(each -> each.length() <= 40);
        assertThat(boards().map(Board::title)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void itIsClassicAndNotEditable(Board board) {
        JsonNode json = BoardJson.of(board);
        assertThat(json.has("apiVersion")).isFalse();
        assertThat(json.path("schemaVersion").asInt()).isEqualTo(42);
        assertThat(json.path("editable").asBoolean()).isFalse();
        assertThat(json.path("timezone").asText()).isEqualTo("utc");
        assertThat(json.has("__inputs")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void everyPanelHasATitleADescriptionAUnitAndAQuery(Board board) {
        List<String> titles = new ArrayList<>();
        for (JsonNode panel : BoardJson.of(board).path("panels")) {
            String title = panel.path("title").asText();
            titles.add(title);
            assertThat(title).endsWith("?");
            assertThat(panel.path("description").asText())
                    .as(title)
                    .hasSizeGreaterThan(40)
                    .endsWith(".");
            assertThat(panel.path("targets")).as(title).isNotEmpty();
            List<String> units = panel.findValuesAsText("unit");
            if (!panel.path("type").asText().equals("table")) {
                assertThat(units).as(title).isNotEmpty();
            }
            JsonNode defaults = panel.path("fieldConfig").path("defaults").path("unit");
            assertThat(defaults.isMissingNode() || UNITS.contains(defaults.asText()))
                    .as(title)
                    .isTrue();
            panel.path("fieldConfig")
                    .path("overrides")
                    .forEach(each -> assertThat(UNITS)
                            .as(title)
                            .contains(
                                    each.path("properties").get(0).path("value").asText()));
        }
        assertThat(titles).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void everythingUsesTheOneDataSourceVariable(Board board) {
        JsonNode json = BoardJson.of(board);
        for (JsonNode datasource : json.findValues("datasource")) {
            assertThat(datasource.path("uid").asText()).isEqualTo("${datasource}");
            assertThat(datasource.path("type").asText()).isEqualTo("grafana-postgresql-datasource");
        }
        JsonNode first = json.path("templating").path("list").get(0);
        assertThat(first.path("type").asText()).isEqualTo("datasource");
        assertThat(first.path("query").asText()).isEqualTo("grafana-postgresql-datasource");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void panelsKeepTheGridAndDoNotOverlap(Board board) {
        Set<String> taken = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : BoardJson.of(board).path("panels")) {
            JsonNode at = panel.path("gridPos");
            assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(COLUMNS);
            assertThat(ids.add(panel.path("id").asInt())).isTrue();
            for (int x = 0; x < at.path("w").asInt(); x++) {
                for (int y = 0; y < at.path("h").asInt(); y++) {
                    String cell =
                            (at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y);
                    assertThat(taken.add(cell))
                            .as(panel.path("title") + " at " + cell)
                            .isTrue();
                }
            }
        }
        assertThat(board.panels()).hasSizeLessThanOrEqualTo(12);
    }

    @ParameterizedTest
    @MethodSource("boards")
    void queriesUseWhatGrafanaAndQuestDbBothUnderstand(Board board) {
        for (String sql : queries(board)) {
            Matcher macro = MACRO.matcher(sql);
            while (macro.find()) {
                assertThat(MACROS).as(sql).contains(macro.group(1));
            }
            assertThat(sql).doesNotContain("SAMPLE BY").doesNotContain("IN (${").doesNotContain("time_bucket");
            String plain = sql.replaceAll("\\$\\{[a-z]+:sqlstring}", "").replace("$__", "");
            assertThat(plain).as("every variable is quoted by :sqlstring").doesNotContain("$");
            boolean bounded = sql.contains("$__time")
                    || sql.contains("LIMIT")
                    || sql.contains("LATEST ON")
                    || sql.contains("max(ts)")
                    || sql.contains("DISTINCT")
                    || sql.contains("dateadd");
            assertThat(bounded).as(sql).isTrue();
        }
    }

    private static List<String> queries(Board board) {
        List<String> all = new ArrayList<>();
        board.panels().stream()
                .map(Panel::queries)
                .flatMap(List::stream)
                .map(Query::sql)
                .forEach(all::add);
        board.annotations().stream().map(Annotation::sql).forEach(all::add);
        board.variables().stream().map(Variable::sql).forEach(all::add);
        return all;
    }

    @Test
    void theFilesAreJson() throws IOException {
        for (Board board : Boards.all()) {
            assertThat(new ObjectMapper().readTree(BoardJson.text(board))).isEqualTo(BoardJson.of(board));
        }
    }
}
